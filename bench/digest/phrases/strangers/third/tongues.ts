import { families, type Phrases } from '../../phrase.ts'

/** The same kinds in ten other languages, a family a language. */
export const THIRD_TONGUES: Pick<Phrases, 'decision' | 'constraint' | 'fact' | 'thread' | 'closing'> = {
  decision: [
    ...families(
      'user',
      `
      Wir bleiben bei {A}, {B} ist mir im Betrieb zu anfällig.
      Nach dem Test gestern steht es fest: {A} kommt rein, {B} fliegt raus.

      Finalement on part sur {A}, {B} coûte trop cher pour le labo.
      L'ancien format, on ne le reprend pas dans la nouvelle version, c'est tranché.

      Nos quedamos con {A}; {B} daba demasiados problemas en las guardias.
      Al final he optado por {A}, aunque {B} tuviera mejor documentación.

      Abbiamo scelto {A} al posto di {B}, pesa meno sulla scheda.
      Per il gioco adottiamo {A}, {B} lo lasciamo perdere.

      Ficou decidido: {A} entra no lugar de {B}.
      Vou ficar com o {A}, porque o {B} não aguenta as planilhas do fechamento.

      We stappen over van {B} naar {A}, de knoop is doorgehakt.
      De tweede kolom houden we, ook al leest alleen het archief die nog.

      Zůstaneme u {A}, {B} je na naše zařízení moc těžké.
      Po včerejší poradě je jasno: bereme {A} a {B} škrtáme.

      Stawiamy na {A}, a z {B} rezygnujemy.
      Ostatecznie wybrałem {A}, bo {B} za wolno wczytuje faktury.

      我们商量过了，就用 {A}，不用 {B}。
      考虑到维护成本，最后选定 {A}，{B} 放弃。

      {B} はやめて、{A} を採用することにしました。
      夜間の運用を考えて、{A} で行くと決めた。
      `,
    ),
  ],
  constraint: [
    ...families(
      'user',
      `
      An {P} wird ohne meine Freigabe nichts geändert.
      Niemals Patientendaten an {A} schicken, auch nicht zum Testen.

      Interdiction de toucher à {P}, c'est la compta qui le gère.
      Chaque commit doit passer les tests sur {A} avant d'être poussé.

      Nada de escribir en {A} en horario de oficina.
      Los nombres de las columnas tienen que quedarse siempre en español.

      Non modificare mai {P} a mano, viene generato.
      Ogni chiamata a {A} deve restare sotto {V}.

      É proibido gravar dados reais em {A}.
      Antes de qualquer deploy, tem que existir um backup de {A}.

      Van {P} blijf je af, die is van de boekhouding.
      Elke wijziging aan {A} gaat eerst langs mij.

      Do {P} se nesmí sahat, podepisuje to auditor.
      Komentáře v kódu vždy anglicky, bez výjimky.

      Bez mojej zgody nie wolno restartować {A}.
      Każda nowa funkcja w {P} musi mieć test.

      未经我同意，不准改动 {P}。
      所有金额一律用整数存，绝对不要用浮点数。

      {P} には絶対に手を加えないでください。
      {A} への書き込みは必ず私の承認を得てからにすること。
      `,
    ),
  ],
  fact: [
    ...families(
      'user',
      `
      {A} lauscht bei uns auf {V}.
      Die Protokolle von {A} landen unter {P}.

      Chez nous, {A} coupe la connexion au bout de {V}.
      La config de {A} se trouve dans {P}.

      El límite de {A} está en {V}.
      {A} lo mantiene el equipo de contabilidad, nosotros solo leemos.

      Il timeout di {A} ammonta a {V}.
      I certificati di {A} stanno in {P}.

      O {A} roda na versão {V} em todas as filiais.
      A cota do {A} acaba em {V} por dia.

      {A} draait op poort {V}.
      De back-ups van {A} worden {V} bewaard.

      {A} zvládne nanejvýš {V} najednou.
      Konfigurace pro {A} leží v {P}.

      {A} nasłuchuje na porcie {V}.
      Licencja na {A} wygasa za {V}.

      {A} 的连接数上限为 {V}。
      {A} 的日志都写在 {P} 下面。

      {A} のタイムアウトは {V} に設定されています。
      {A} の設定ファイルは {P} にあります。
      `,
    ),
  ],
  thread: [
    ...families(
      'user',
      `
      Um {A} müssen wir uns nächste Woche noch kümmern.

      Il nous reste {A} à migrer, on verra ça lundi.

      Queda pendiente lo de {A}.

      {A} è ancora da sistemare, ci pensiamo dopo gli esami.

      Ainda falta arrumar o {A}, mas hoje não dá mais.

      {A} moet nog over naar de nieuwe server.

      Příště musíme dodělat {A}.

      Trzeba będzie jeszcze wrócić do {A}.

      {A} 的迁移还没做完，下周接着弄。

      {A} の件は来週あらためて対応します。
      `,
    ),
    ...families(
      'agent',
      `
      Noch offen: {P} ist bisher nicht umgestellt.

      Je n'ai pas encore traité {P}, il faudra y revenir.

      Falta por convertir {P}; todavía usa la interfaz antigua.

      Resta da coprire {P} con i test.

      Não consegui verificar o {A}; essa checagem continua pendente.

      Nog niet gedaan: de foutafhandeling in {P}.

      Zbývá ještě převést {P}.

      W {P} nadal brakuje obsługi błędów, do zrobienia w następnym kroku.

      {P} 目前只是占位，后续还需要补上真正的实现。

      {P} の移行がまだ残っています。
      `,
    ),
  ],
  closing: [
    ...families(
      'user',
      `
      Das Thema {A} hat sich erledigt.

      Pour {A} c'est réglé, tu peux le rayer de la liste.

      Olvídate de lo de {A}, ya está resuelto.

      La faccenda di {A} è chiusa, non serve più tornarci.

      Pode riscar o {A} da lista, já resolvi ontem.

      Dat gedoe met {A} is opgelost, streep maar door.

      To s {A} už je vyřešené, škrtni to.

      Sprawa z {A} już załatwiona, można skreślić.

      {A} 那个问题已经解决了，可以划掉了。

      {A} の件はもう片付いたので、リストから消してください。
      `,
    ),
    ...families(
      'agent',
      `
      Damit ist der offene Punkt zu {P} abgeschlossen.

      La migration de {A} qui restait en suspens est terminée.

      Queda cerrado el pendiente de {P}.

      Il punto rimasto aperto su {P} è ora risolto.

      A pendência em {P} foi concluída.

      Het openstaande punt over {P} is hiermee afgerond.

      Zbývající část {P} je hotová, tím je úkol uzavřen.

      Zaległa migracja {A} została zakończona.

      之前遗留的 {P} 现已全部处理完毕。

      保留していた {P} の修正は完了しました。
      `,
    ),
  ],
}
