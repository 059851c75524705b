import { families, type Phrases } from '../phrase.ts'

/** Sentences to keep in other languages, one family for each language and kind. */
export const UNSEEN_TONGUES: Pick<Phrases, 'decision' | 'constraint' | 'fact' | 'thread' | 'closing'> = {
  decision: [
    ...families(
      'user',
      `
      Wir nehmen {A}, {B} ist damit vom Tisch.
      Nach dem Gespräch mit der Station steht fest, dass es {A} wird und nicht {B}.

      On part sur {A} et on laisse tomber {B}.
      Bon, c'est tranché : ce sera {A} plutôt que {B}.

      Nos quedamos con {A} y descartamos {B}.
      Al final va a ser {A}, lo de {B} no compensa.

      Alla fine abbiamo scelto {A} al posto di {B}.
      Va bene, mi hai convinto, si fa con {A}.

      Vamos de {A}, o {B} fica de fora.
      Ficou decidido na reunião que será {A} e não {B}.

      We stappen over op {A}, {B} gaat eruit.
      Na lang wikken en wegen wordt het {A} en niet {B}.

      Pojedeme na {A}, {B} jsme zavrhli.
      Tak jo, bude to {A} místo {B}.

      就用 {A} 吧，{B} 不考虑了。
      我们讨论过了，最后定的是 {A}，不是 {B}。

      {B} はやめて {A} でいきます。
      検討の結果、{A} を採用することにしました。
      `,
    ),
    ...families(
      'agent',
      `
      Ich setze hier auf {A} statt auf {B}, weil es schon eingebunden ist.

      J'ai retenu {A} plutôt que {B} pour cette partie.

      He optado por {A} en lugar de {B}.

      那么这里我选用 {A}，而不是 {B}。
      `,
    ),
  ],
  constraint: families(
    'user',
    `
    Finger weg von {P}, das gehört dem anderen Team.
    In {A} dürfen auf keinen Fall Patientennamen landen.

    Interdiction de modifier {P} à la main.
    Toute modification de {A} passe par une relecture, sans exception.

    No toques nada en {P} sin preguntarme antes.
    {A} jamás debe superar {V}.

    In {P} non si scrive a mano, mai.
    Ogni modifica ad {A} va provata prima in locale, sempre.

    Nunca mexa em {P} sem me avisar.
    Os dados de {A} não podem sair do país, de jeito nenhum.

    Van {P} blijf je af.
    Elke wijziging in {A} moet eerst door een collega bekeken worden.

    Na {P} nesahej, to generuje stroj.
    Do {A} se nikdy nesmí zapisovat přímo.

    {P} 里的文件一律不准手动改。
    任何时候都不要把真实的客户数据写进 {A}。

    {P} は絶対に手で編集しないでください。
    {A} への変更は必ずレビューを通すこと。
    `,
  ),
  fact: families(
    'user',
    `
    {A} bricht nach {V} ab, das hat der Vorgänger so eingestellt.
    Die Konfiguration von {A} liegt bei uns unter {P}.

    Chez nous, {A} est plafonné à {V}.
    Les journaux de {A} se trouvent dans {P}.

    El límite de {A} es de {V}.
    Por cierto, {A} guarda sus ficheros en {P}.

    Il timeout di {A} da noi vale {V}.
    {A} legge le impostazioni da {P}.

    O limite do {A} aqui na empresa é {V}.
    O {A} grava tudo em {P}, só para você saber.

    {A} staat bij ons op {V}.
    De logbestanden van {A} komen in {P} terecht.

    {A} má u nás limit {V}.
    Nastavení pro {A} leží v {P}.

    我们这边 {A} 的上限是 {V}。
    {A} 的配置文件放在 {P} 下面。

    うちの {A} の上限は {V} です。
    {A} のログは {P} に出力されます。
    `,
  ),
  thread: [
    ...families(
      'user',
      `
      Um {A} müssen wir uns noch kümmern, aber nicht heute.
      Bei {P} fehlt noch die Hälfte, das machen wir nächste Woche fertig.

      Il reste encore à migrer {A}.
      On verra {P} plus tard, une fois l'audit passé.

      Queda pendiente lo de {A}.
      Todavía falta revisar {P}, pero lo dejamos para la semana que viene.

      Resta da sistemare {A}, ci torniamo dopo la consegna.
      Non ho ancora guardato {P}, va fatto prima del rilascio.

      Ainda falta arrumar o {A}, mas fica para depois.
      Precisamos voltar a {P} na próxima semana.

      {A} moet nog gebeuren, daar komen we later op terug.
      Aan {P} is nog niemand toegekomen.

      Ještě zbývá dodělat {A}.
      K {P} se musíme příští týden vrátit.

      {A} 还没弄完，下周再接着做。
      {P} 先放着，以后还得处理。

      {A} の対応がまだ残っています。
      {P} は後回しにして、来週直しましょう。
      `,
    ),
    ...families(
      'agent',
      `
      Noch offen ist die Umstellung von {A}.

      Je n'ai pas encore traité {P}, cela reste à faire.

      Me ha quedado sin hacer la parte de {A}.

      {P} 的测试还没有补上，需要后续处理。

      {A} のテストは未実装のままなので、次回対応が必要です。
      `,
    ),
  ],
  closing: [
    ...families(
      'user',
      `
      {A} hat sich erledigt, kannst du von der Liste streichen.
      Das mit {P} habe ich gestern selbst fertig gemacht, da ist nichts mehr offen.

      C'est réglé pour {A}, on peut le rayer de la liste.
      Le point resté ouvert sur {P} est terminé.

      Lo de {A} ya está resuelto, puedes tacharlo.
      Lo que quedaba de {P} ya lo terminé yo.

      La questione di {A} è chiusa, non ci serve tornarci.
      Quello che mancava in {P} adesso è fatto.

      A pendência do {A} já foi resolvida.
      Pode riscar {P} da lista, terminei ontem.

      {A} is afgerond, dat kan van de lijst.
      Wat er nog lag voor {P} is nu klaar.

      {A} už je hotové, můžeš to odškrtnout.
      Ten rest v {P} jsem včera dodělal, tím je to vyřízené.

      {A} 那件事已经搞定了，可以划掉了。
      之前剩下的 {P} 已经处理完了。

      {A} の件は片付いたので、リストから消してください。
      残っていた {P} の対応は完了しました。
      `,
    ),
    ...families(
      'agent',
      `
      Der offene Punkt zu {A} ist damit abgeschlossen.

      Le reste à faire sur {A} est maintenant terminé.

      Con esto queda cerrado el asunto pendiente de {A}.

      遗留的 {A} 问题现已全部解决。
      `,
    ),
  ],
}
