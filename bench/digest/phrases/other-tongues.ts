import { families } from './phrase.ts'

/** Phrases in languages that are not English, those with few of them above all. */
export const OTHER_TONGUES = {
  decision: [
    ...families(
      'both',
      `
Bereme {A}, {B} ne.
Použijeme {A} místo {B}.
Pojedeme na {A}, {B} vypadává.
{C} poběží na {A}; {B} zahodíme.
Nakonec {A}. {B} má špatnou licenci.
Volba padla na {A}, protože {B} nezvládá transakce.
Zůstáváme u {A}, {B} se neosvědčil.
{A} nahradí {B}.
Přecházíme z {B} na {A}.
Dohodli jsme se na {A}, {B} zamítnuto.
Vyhrálo {A}, {B} bylo drahé.
Udělal jsem {C} přes {A}, protože {B} padá.
Použil jsem {A}, {B} je zastaralý.
Nechci {B}, udělej to s {A}.
Dáme přednost {A} před {B}.
Pro {C} je lepší {A}, takže {B} rušíme.

我们用 {A}，不用 {B}。
就用 {A} 吧，{B} 太慢了。
{C} 改用 {A}，放弃 {B}。
最后定了 {A}，{B} 被否决了。
我选了 {A}，因为 {B} 不支持事务。
{B} 太贵，所以选 {A}。
用 {A} 代替 {B}。
从 {B} 迁移到 {A}。
{C} 基于 {A} 实现，没有用 {B}。
我把 {C} 换成了 {A}，{B} 会丢消息。
大家同意用 {A}，{B} 不考虑了。
团队决定：{A}。{B} 淘汰。
不要 {B} 了，换 {A}。
还是 {A} 好，{B} 算了。
相比 {B}，我们更倾向于 {A}，就这么定了。
{A} 胜出，{B} 出局。

{A} を使います。{B} は使いません。
{C} は {A} で行きます。{B} は遅すぎるので。
{B} をやめて {A} にします。
{B} から {A} に切り替えます。
{A} に決定しました。{B} は却下です。
{A} を選びました。理由は {B} が重いからです。
{C} は {A} で実装しました。{B} は採用していません。
{B} の代わりに {A} を使うことにします。
検討の結果、{A} にしました。
{B} は不安定なので、{A} に変更しました。
{A} でお願いします。{B} は不要です。
結局 {A} になりました。{B} はなしで。
チームで話して {A} に統一することになりました。
{B} より {A} を優先します。

Wir nehmen {A}, {B} ist raus.
{A} wird es, nicht {B}.
Dann eben {A}. {B} taugt nichts.
Machen wir {C} mit {A}, {B} ist mir zu wackelig.
Ich bin für {A}, {B} kostet zu viel.
Das Team hat sich auf {A} geeinigt, {B} ist gestorben.
{C} läuft ab jetzt über {A}, {B} wird abgeschaltet.
{B} fällt weg, {A} bleibt.
Ich habe {A} genommen, weil {B} den Speicher volllaufen lässt.
{C} habe ich mit {A} gebaut; {B} konnte keine Streams.
Gegen {B} spricht die Lizenz, also {A}.
Umstieg von {B} auf {A} ist beschlossen.

On prend {A}, {B} est trop lent.
Va pour {A}, on oublie {B}.
Ce sera {A} et pas {B}.
{C} tournera sur {A} ; {B} est abandonné.
J'ai choisi {A} parce que {B} perd des messages.
J'ai utilisé {A} pour {C}, {B} n'est plus maintenu.
Je préfère {A}, {B} me fait peur.
{B} coûte trop cher, donc {A}.
L'équipe a tranché pour {A}, contre {B}.
{B} c'est non. {A} convient mieux à {C}.
On bascule de {B} vers {A}.
Finalement {A} l'emporte sur {B}.

Usaremos {A}, no {B}.
Vamos con {A} y olvidamos {B}.
Al final {A}; {B} es demasiado caro.
{C} irá sobre {A}, {B} queda fuera.
He elegido {A} porque {B} pierde mensajes.
He usado {A} para {C}, {B} está obsoleto.
Prefiero {A}, {B} me da problemas.
{B} no escala, así que {A}.
El equipo prefiere {A}, {B} descartado.
Pasamos de {B} a {A}.
Gana {A}, pierde {B}.
Nada de {B}: usa {A} en {C}.

Usiamo {A}, non {B}.
Alla fine abbiamo preso {A}, {B} era troppo lento.
Ho usato {A} perché {B} perde messaggi.
{B} è fuori, {A} resta.
Vamos usar {A}, não {B}.
No fim ficou {A}; {B} era lento demais.
Usei {A} porque {B} perde mensagens.
{B} sai, entra {A}.
We nemen {A}, {B} niet.
Het wordt {A}; {B} is te duur.
Ik heb {A} gekozen omdat {B} berichten verliest.
`,
    ),
  ],
  constraint: families(
    'user',
    `
Na {P} nesahej.
{P} neměň.
Prosím, {P} nech být.
{P} musí zůstat beze změny.
Do {P} nikdo nezapisuje.
{C} musí odpovědět do {V}.
{C} nesmí trvat déle než {V}.
Maximálně {V} pro {C}.
V žádném případě nepoužívej {A}.
{A} je zakázané.
{A} se nesmí objevit v logu.
Vždy nejdřív spusť {A}.
Každou změnu musí schválit {A}.
Bez {A} nic nenasazuj.

不要动 {P}。
{P} 不能改。
千万别改 {P}。
{P} 必须保持原样。
禁止修改 {P}。
{P} 是只读的，别碰。
{C} 必须在 {V} 之内返回。
{C} 不能超过 {V}。
最多 {V}。
不准使用 {A}。
禁止使用 {A}。
日志里绝对不能出现 {A}。
必须先运行 {A}。
所有改动都要经过 {A} 审批。
{C} 只能用 {A}。
任何情况下都不要调用 {A}。

{P} には触らないでください。
{P} は編集しないで。
{P} は変更禁止です。
{P} はそのままにしておいてください。
{P} を書き換えてはいけません。
{C} は {V} 以内に応答しなければなりません。
{C} は {V} を超えてはいけません。
最大 {V} までです。
{A} は使わないでください。
{A} の使用は認められていません。
{A} をログに出さないこと。
必ず {A} を先に実行してください。
変更は必ず {A} の承認が必要です。
{A} 以外は使わないこと。

Lass die Finger von {P}.
{P} bleibt so, wie es ist.
An {P} wird nichts geändert.
{P} ist gesperrt, bitte nicht bearbeiten.
{A} ist bei uns verboten.
{A} darf nie im Log auftauchen.
{C} muss ohne {A} auskommen.
{C} darf höchstens {V} brauchen.
Mehr als {V} sind nicht erlaubt.
Vor jedem Commit muss {A} laufen.
Ohne Freigabe von {A} geht nichts live.
Auf keinen Fall {A} verwenden.

Ne touche pas à {P}.
{P} doit rester tel quel.
Ne modifie jamais {P}.
{P} est gelé, n'y touche pas.
Pas de {A} dans {C}.
{A} est interdit chez nous.
{A} ne doit jamais apparaître dans les logs.
{C} doit répondre en moins de {V}.
{V} au maximum pour {C}.
Toute modification doit être validée par {A}.
Il faut toujours lancer {A} avant.
Surtout, n'utilise pas {A}.

No toques {P}.
{P} debe quedar igual.
Nunca edites {P}.
{P} está congelado, ni tocarlo.
Nada de {A} en {C}.
{A} está prohibido aquí.
{A} no debe aparecer nunca en los logs.
{C} debe responder en menos de {V}.
Como mucho {V} para {C}.
Cualquier cambio lo tiene que aprobar {A}.
Siempre hay que ejecutar {A} antes.
Bajo ningún concepto uses {A}.

Non toccare {P}.
{P} deve restare così com'è.
{C} non deve superare {V}.
Vietato usare {A}.
Não mexas em {P}.
{P} tem de ficar como está.
{C} não pode passar de {V}.
É proibido usar {A}.
Blijf van {P} af.
{P} mag niet veranderen.
{C} mag niet langer dan {V} duren.
`,
  ),
  fact: families(
    'user',
    `
Server se jmenuje {A}.
Produkce běží na {A}.
Náš největší zákazník je {A}.
{C} spravuje tým {A}.
{C} vlastní {A}.
Máme asi {V} uživatelů denně.
{C} poslouchá na portu {V}.
Zálohy jsou na {A}.
Kontakt pro {C} je {A}.
Mimochodem, hesla jsou v {A}.
Vydání je naplánované na {V}.
Databáze má {V} řádků.

生产环境在 {A} 上。
我们的数据库叫 {A}。
{C} 由 {A} 团队负责。
{C} 的负责人是 {A}。
我们最大的客户是 {A}。
{C} 监听端口 {V}。
我们大概有 {V} 个用户。
数据库有 {V} 行。
顺便说一下，密码放在 {A} 里。
备份存放在 {A}。
上线日期是 {V}。
我们公司用 {A} 付款。

本番環境は {A} で動いています。
データベースの名前は {A} です。
{C} は {A} チームが管理しています。
一番大きい顧客は {A} です。
{C} のポートは {V} です。
ユーザーは約 {V} 人います。
ちなみに、パスワードは {A} にあります。
バックアップは {A} に保存されています。
リリースは {V} の予定です。
弊社では {A} を使って請求しています。
{C} は一日 {V} 件のリクエストを処理します。

Die Produktion läuft auf {A}.
Der Server heißt {A}.
Zuständig für {C} ist {A}.
{C} gehört dem Team {A}.
Unser größter Kunde ist {A}.
Wir haben etwa {V} Nutzer am Tag.
{C} lauscht auf Port {V}.
Die Zugangsdaten liegen in {A}.
Übrigens: die Backups liegen auf {A}.
Geplant ist die Freigabe am {V}.

La production tourne sur {A}.
Le serveur s'appelle {A}.
C'est {A} qui gère {C}.
Notre plus gros client est {A}.
On a {V} utilisateurs par jour.
{C} écoute sur le port {V}.
Les mots de passe sont dans {A}.
Au fait, les sauvegardes sont sur {A}.
La mise en production est prévue le {V}.
{C} appartient à l'équipe {A}.

La producción corre en {A}.
El servidor se llama {A}.
De {C} se encarga {A}.
Nuestro mayor cliente es {A}.
Tenemos unos {V} usuarios al día.
{C} escucha en el puerto {V}.
Las contraseñas están en {A}.
Por cierto, las copias están en {A}.
El lanzamiento es el {V}.
{C} es del equipo {A}.

Il server si chiama {A}.
Abbiamo {V} utenti al giorno.
Di {C} si occupa {A}.
O servidor chama-se {A}.
Temos {V} utilizadores por dia.
Quem cuida de {C} é {A}.
De server heet {A}.
We hebben {V} gebruikers per dag.
{C} is van team {A}.
`,
  ),
  thread: families(
    'both',
    `
Zbývá {A}.
Chybí ještě {A}.
Ještě musíme udělat {A}.
{A} uděláme později.
{A} necháme na příště.
Nezapomenout na {A}.
{A} ještě není hotovo.
{A} je potřeba doplnit.
Příště {A}.
Na {A} se ještě nikdo nepodíval.

{A} 还没做。
还差 {A}。
还剩 {A} 没有处理。
{A} 以后再做。
{A} 留到下周。
别忘了 {A}。
之后需要补上 {A}。
下一步是 {A}。
{A} 尚未实现。
待办：{A}
{C} 还缺 {A}。
{A} 还没有测试。

{A} が残っています。
{A} はまだです。
{A} は未対応です。
{A} は後でやります。
{A} は来週に回します。
{A} を忘れないように。
次は {A} です。
{A} の実装が必要です。
{C} にはまだ {A} がありません。
{A} のテストがまだ終わっていません。
残りは {A} だけです。

{A} steht noch aus.
Es fehlt noch {A}.
{A} machen wir später.
{A} kommt als Nächstes.
{A} habe ich noch nicht gemacht.
Vergiss {A} nicht.
Bleibt noch {A}.
{A} müsste noch jemand machen.
{A} verschieben wir auf nächste Woche.
{C} braucht noch {A}.

Il reste {A}.
Il manque encore {A}.
{A} reste à faire.
On fera {A} plus tard.
N'oublie pas {A}.
{A} sera pour la prochaine fois.
Il faut encore ajouter {A}.
Je n'ai pas encore fait {A}.
{C} n'a toujours pas {A}.
Prochaine étape : {A}.

Queda {A}.
Falta {A}.
Todavía falta {A}.
{A} lo haremos luego.
No olvides {A}.
{A} está pendiente.
Hay que añadir {A} más adelante.
Aún no he hecho {A}.
{C} todavía no tiene {A}.
El siguiente paso es {A}.

Manca ancora {A}.
{A} lo facciamo dopo.
Falta fazer {A}.
{A} fica para depois.
{A} moet nog.
{A} doen we later.
`,
  ),
  closing: families(
    'both',
    `
{A} máme hotové.
{A} už je vyřešené.
{A} už není potřeba.
{A} jsem dodělal.
{A} odškrtni.
{A} je opravené.

{A} 做完了。
{A} 已经解决了。
{A} 不需要了。
{A} 搞定了。
{A} 已修复。
{A} 已经合并。
不用管 {A} 了。

{A} は終わりました。
{A} は解決しました。
{A} はもう必要ありません。
{A} は対応済みです。
{A} は修正済みです。
{A} をマージしました。

{A} ist fertig.
{A} ist erledigt.
{A} brauchen wir nicht mehr.
{A} hat sich erledigt.
{A} ist drin.
{A} kannst du streichen.

{A} est terminé.
{A} est réglé.
Plus besoin de {A}.
{A} a été corrigé.
J'ai fini {A}.
On peut fermer {A}.

{A} está terminado.
{A} está resuelto.
Ya no hace falta {A}.
He terminado {A}.
{A} ya se hizo.
Se puede cerrar {A}.
{A} è finito.
{A} já está feito.
{A} is klaar.
`,
  ),
  request: families(
    'user',
    `
Podívej se na {P}.
Přidej test pro {A}.
Přejmenuj {A} na {B}.
Proč {A} padá?
Vysvětli mi {P}.
Spusť testy.
Udělej {A}.

看一下 {P}。
给 {A} 加个测试。
把 {A} 改名为 {B}。
为什么 {A} 会报错？
解释一下 {P}。
运行测试。
修复 {A} 的问题。
帮我实现 {A}。

{P} を見てください。
{A} のテストを追加して。
{A} を {B} にリネームして。
なぜ {A} は失敗するの？
{P} を説明して。
テストを実行してください。
{A} を修正してください。
{A} を実装して。

Schau dir {P} an.
Schreib einen Test für {A}.
Benenne {A} in {B} um.
Warum schlägt {A} fehl?
Erklär mir {P}.
Regarde {P}.
Écris un test pour {A}.
Renomme {A} en {B}.
Pourquoi {A} échoue ?
Explique-moi {P}.
Mira {P}.
Escribe una prueba para {A}.
Renombra {A} a {B}.
¿Por qué falla {A}?
Explícame {P}.
Guarda {P}.
Olha {P}.
Kijk naar {P}.
`,
  ),
  report: families(
    'agent',
    `
Podívám se na {P}.
Teď spustím testy.
Přidal jsem {A} do {P}.
Opravil jsem {A}.
{A} vrací {B}.
{A} čte {B}, protože {B} je prázdné.
Problém je v {A}.
{A} používá {B} místo id.
{A} se volá dvakrát.
Všechny testy prošly.
Když je {A} prázdné, vrátí se {B}.
Pokud {A} selže, použije se {B}.

我来看看 {P}。
现在运行测试。
我在 {P} 里加了 {A}。
我修改了 {A}。
{A} 返回 {B}。
{A} 读取 {B}，因为 {B} 是空的。
问题出在 {A}。
{A} 使用 {B} 而不是 id。
{A} 被调用了两次。
所有测试都通过了。
如果 {A} 为空，就返回 {B}。
{A} 在 {P} 中定义。
当 {A} 失败时，会使用 {B}。
{A} 继承自 {B}。

{P} を確認します。
テストを実行します。
{P} に {A} を追加しました。
{A} を修正しました。
{A} は {B} を返します。
{B} が空なので、{A} は失敗します。
問題は {A} にあります。
{A} は id ではなく {B} を使っています。
{A} は二回呼ばれています。
テストはすべて通りました。
{A} が空の場合は {B} を返します。
{A} は {P} で定義されています。
{A} が失敗すると {B} が使われます。
{A} は {B} を継承しています。

Ich sehe mir {P} an.
Jetzt lasse ich die Tests laufen.
Ich habe {A} in {P} ergänzt.
{A} liefert {B}.
{A} liest {B}, weil {B} leer ist.
Der Fehler steckt in {A}.
{A} nutzt {B} statt der Id.
Wenn {A} leer ist, kommt {B} zurück.
Alle Tests sind grün.
Je vais lire {P}.
Je lance les tests.
J'ai ajouté {A} dans {P}.
{A} renvoie {B}.
{A} lit {B} car {B} est vide.
L'erreur vient de {A}.
{A} utilise {B} au lieu de l'id.
Si {A} est vide, on renvoie {B}.
Tous les tests passent.
Voy a leer {P}.
Ejecuto las pruebas.
He añadido {A} en {P}.
{A} devuelve {B}.
{A} lee {B} porque {B} está vacío.
El error viene de {A}.
{A} usa {B} en lugar del id.
Si {A} está vacío, se devuelve {B}.
Todas las pruebas pasan.
Ho aggiunto {A} in {P}.
{A} restituisce {B}.
Adicionei {A} em {P}.
{A} devolve {B}.
Ik heb {A} toegevoegd aan {P}.
{A} geeft {B} terug.
`,
  ),
  musing: families(
    'both',
    `
Možná by šlo použít {A}.
Co kdybychom zkusili {A} místo {B}?
V dokumentaci píšou, že {A} je lepší než {B}.
Teoreticky by {C} mohlo běžet na {A}.
Nevím, jestli {A} nebo {B}.
Kdybychom měli čas, vzali bychom {A}.

可能用 {A} 会更好。
要不要试试 {A}？
文档上说 {A} 比 {B} 好。
理论上 {C} 可以用 {A}。
不知道该用 {A} 还是 {B}。
如果有时间，我们可以换成 {A}。
以后也许会考虑 {A}。
听说 {A} 比 {B} 快。

{A} を使う手もあるかもしれません。
{A} を試してみるのはどうでしょうか。
ドキュメントによると {A} の方が {B} より良いそうです。
理論上は {C} を {A} で動かせます。
{A} と {B} のどちらにするか迷っています。
時間があれば {A} にしたいところです。
いつか {A} を検討するかもしれません。
もし {B} がだめなら {A} でしょうか。

Vielleicht könnte man {A} nehmen.
In der Doku steht, {A} sei besser als {B}.
Theoretisch könnte {C} auf {A} laufen.
Wenn wir Zeit hätten, würden wir {A} nehmen.
Keine Ahnung, ob {A} oder {B}.
Peut-être que {A} serait mieux.
La doc dit qu'il faut utiliser {A}.
En théorie, {C} pourrait tourner sur {A}.
Si on avait le temps, on prendrait {A}.
Je ne sais pas si c'est {A} ou {B}.
Quizá {A} sería mejor.
La documentación dice que hay que usar {A}.
En teoría {C} podría correr sobre {A}.
Si tuviéramos tiempo, usaríamos {A}.
No sé si {A} o {B}.
In teoria {C} potrebbe usare {A}.
Em teoria {C} poderia usar {A}.
In theorie kan {C} op {A} draaien.
`,
  ),
  chatter: families(
    'both',
    `
Dobře.
Super, díky.
Jasně.
Výborně!
Chvilku strpení.
好的。
没问题。
谢谢！
太好了。
稍等一下。
了解です。
いいですね。
お願いします。
少々お待ちください。
お疲れさまです。
Klar.
Passt.
Gern.
D'accord.
Merci beaucoup.
Claro.
Muy bien.
`,
  ),
}
