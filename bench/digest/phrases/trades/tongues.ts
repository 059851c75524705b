import { families, type Phrases } from '../phrase.ts'

/** What holds, in nine other languages, as people of many trades put it. */
export const TRADES_TONGUES: Pick<Phrases, 'decision' | 'constraint' | 'fact' | 'thread' | 'closing'> = {
  decision: [
    ...families(
      'user',
      `
na gut, nehmen wir {A}, {B} ist mir zu kompliziert
doch lieber {A}, {B} hat mich enttäuscht
ich hab's mir anders überlegt: {A} statt {B}
mach es mit {A}, auf {B} hab ich keine Lust mehr
wir lassen {B} und gehen auf {A}
bitte {A} verwenden, {B} ist zu teuer
allez, on prend {A}, {B} c'est trop lourd
finalement {A}, j'ai changé d'avis sur {B}
laisse tomber {B}, on garde {A}
mets {A} à la place de {B} s'il te plaît
on reste sur {A}, {B} ne tient pas la charge
venga, {A}, que {B} da muchos problemas
mejor {A}, lo de {B} fue mala idea
deja {B} y usa {A}
cambié de opinión, {A} en vez de {B}
nos vamos a {A}, {B} es demasiado caro
va bene, {A}, {B} lasciamolo perdere
meglio {A}, con {B} abbiamo solo problemi
ci ho ripensato: {A} e non {B}
passiamo a {A}, {B} costa troppo
ok, fica {A}, {B} é muito lento
mudei de ideia, usa {A} em vez de {B}
melhor {A}, chega de {B}
tira o {B} e põe {A}
toch liever {A}, {B} is te duur
laat {B} maar zitten, we gaan met {A} verder
gebruik {A} in plaats van {B}
dobre, berem {A}, {B} je moc slozity
radsi {A}, s {B} jsou jen problemy
rozmyslel jsem si to, {A} misto {B}
nech {B} byt a pouzij {A}
还是用 {A} 吧，{B} 太麻烦
不用 {B} 了，换成 {A}
改主意了，用 {A}，不要 {B}
就选 {A}，{B} 维护成本太高
やっぱり {A} にします。{B} は面倒なので。
{B} ではなく {A} を使ってください
{A} でお願いします、{B} は高すぎます
{A} に変更します。{B} は使いません。
`,
    ),
    ...families(
      'agent',
      `
Ich habe mich für {A} entschieden, {B} kann kein Streaming.
J'ai retenu {A} ; {B} demandait un serveur de plus.
He optado por {A} porque {B} no soporta transacciones.
Ho scelto {A}, {B} non funziona offline.
Optei por {A}, já que o {B} não tem suporte.
Ik heb voor {A} gekozen omdat {B} niet meer onderhouden wordt.
Zvolil jsem {A}, {B} neumí běžet bez sítě.
我选了 {A}，{B} 不支持事务。
{B} は遅いため {A} を選びました。
`,
    ),
  ],
  constraint: families(
    'user',
    `
zum dritten Mal: {P} bleibt wie es ist
an {P} wird nichts geändert, das habe ich schon gesagt
{A} darf nie ins Log
ohne meine Zustimmung kein Zugriff auf {A}
höchstens {V} bei {A}, mehr geht nicht
alles muss über {A} laufen
keine neuen Pakete außer {A}
je t'ai déjà dit de ne pas toucher à {P}
on ne modifie pas {P}, c'est signé
surtout pas de {A} en production
il faut toujours passer par {A}
{A} ne doit jamais dépasser {V}
aucune donnée de {A} ne sort d'ici
ya te dije que no toques {P}
nada de {A} en producción, por favor
siempre hay que pasar por {A}
{P} no se modifica bajo ningún concepto
{A} no puede superar {V}
prohibido escribir en {A}
te l'ho già detto, {P} non si tocca
mai scrivere su {A} direttamente
tutto deve passare da {A}
{A} non deve superare {V}
já falei, não mexe no {P}
nunca grava direto no {A}
tudo tem de passar pelo {A}
o {A} não pode passar de {V}
ik heb het al gezegd, kom niet aan {P}
nooit rechtstreeks naar {A} schrijven
alles moet via {A}
{A} mag niet boven {V} komen
uz jsem ti rikal, ze {P} nemas menit
nikdy nezapisuj primo do {A}
vsechno musi jit pres {A}
{A} nesmi prekrocit {V}
说了多少次，别动 {P}
绝对不能直接写 {A}
{A} 不能超过 {V}
一律通过 {A} 访问
何度も言いましたが、{P} は変更しないで
{A} に直接書き込むのは禁止です
{A} は {V} を超えないこと
必ず {A} を経由してください
`,
  ),
  fact: families(
    'user',
    `
{A} gehört nicht uns, das betreibt eine andere Firma
{A} steht im Rechenzentrum in Wien
unser Server heißt {A}
{A} hat {V} Zeilen
die Lizenz für {A} läuft am {V} ab
{A} wird von {B} gelesen, falls du dich wunderst
{A} läuft bei uns noch auf {V}
das Passwort von {A} kennt nur Frau Huber
le serveur s'appelle {A}
{A} n'est pas à nous, c'est l'agence qui s'en occupe
{A} écoute sur le port {V}
chez nous {A} est en version {V}
la licence de {A} expire le {V}
{A} tourne sur une vieille machine au sous-sol
{A} c'est l'ancien nom de {B}
el servidor se llama {A}
{A} no es nuestro, lo lleva otra empresa
{A} escucha en el puerto {V}
aquí {A} está en la versión {V}
{A} lo mantiene el equipo de Madrid
{A} tiene {V} usuarios
il server si chiama {A}
{A} non è nostro, lo gestisce un fornitore
{A} ascolta sulla porta {V}
da noi {A} è alla versione {V}
{A} ha {V} utenti
o servidor chama-se {A}
{A} não é nosso, quem cuida é outra empresa
{A} escuta na porta {V}
aqui o {A} está na versão {V}
o {A} tem {V} usuários
de server heet {A}
{A} is niet van ons, dat beheert een leverancier
{A} luistert op poort {V}
bij ons draait {A} op versie {V}
{A} heeft {V} gebruikers
server se jmenuje {A}
{A} neni nas, stara se o to jina firma
{A} posloucha na portu {V}
u nas je {A} ve verzi {V}
{A} ma {V} uzivatelu
服务器叫 {A}
{A} 不是我们的，是供应商在管
{A} 监听 {V} 端口
我们这边 {A} 的版本是 {V}
{A} 有 {V} 个用户
サーバーの名前は {A} です
{A} はうちのものではなく、別の会社が運用しています
{A} のポートは {V} です
こちらの {A} はバージョン {V} です
{A} のユーザーは {V} 人です
`,
  ),
  thread: families(
    'both',
    `
{A} kommt später dran
um {A} kümmern wir uns nächste Woche
{A} ist noch nicht fertig, da fehlt der Export
bei {A} warte ich auf Antwort vom Kunden
{A} muss noch getestet werden
{A}, on s'en occupe la semaine prochaine
{A} n'est pas fini, il manque l'export
pour {A} j'attends la réponse du client
il faudra revenir sur {A}
{A} reste à tester
{A} lo vemos la semana que viene
{A} no está terminado, falta la exportación
para {A} espero la respuesta del cliente
hay que volver a {A} en algún momento
{A} queda por probar
{A} lo vediamo la settimana prossima
{A} non è finito, manca l'export
per {A} aspetto la risposta del cliente
{A} è ancora da provare
{A} fica para a semana que vem
{A} ainda não está pronto, falta a exportação
no {A} estou à espera do cliente
{A} ainda precisa de testes
{A} doen we volgende week
{A} is nog niet af, de export ontbreekt
voor {A} wacht ik op de klant
{A} moet nog getest worden
na {A} se podivame pristi tyden
{A} jeste neni hotove, chybi export
u {A} cekam na odpoved od zakaznika
{A} se musi jeste otestovat
{A} 下周再处理
{A} 还没做完，导出功能还缺
{A} 要等客户回复
{A} 还需要测试
{A} は来週対応します
{A} はまだ終わっていません
{A} はお客様の返事待ちです
{A} のテストがまだです
`,
  ),
  closing: families(
    'both',
    `
{A} ist fertig
{A} geht jetzt
{A} brauchen wir nicht mehr
{A} c'est réglé
{A} marche maintenant
plus besoin de {A}
{A} ya funciona
{A} ya está listo
ya no hace falta {A}
{A} è risolto
{A} adesso funziona
{A} non serve più
{A} está resolvido
{A} já funciona
já não precisamos de {A}
{A} is opgelost
{A} werkt nu
{A} hoeft niet meer
{A} je vyresene
{A} uz funguje
{A} uz nepotrebujeme
{A} 好了
{A} 现在可以用了
不需要 {A} 了
{A} は完了しました
{A} は直りました
{A} はもう不要です
`,
  ),
}
