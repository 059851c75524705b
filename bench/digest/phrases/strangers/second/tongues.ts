import { families, type Phrases } from '../../phrase.ts'

/** What holds, in other languages; a family is a few languages, so that English keeps two draws of three. */
export const SECOND_TONGUES: Pick<Phrases, 'decision' | 'constraint' | 'fact' | 'thread' | 'closing'> = {
  decision: [
    ...families(
      'user',
      `
      so, nach dem Gespräch mit der IT steht fest: {A} kommt rein, {B} fliegt raus, das zieht uns sonst den ganzen Java-Kram mit
      nehmen wir halt {A}, bei {B} versteht ja keiner die Fehlermeldungen
      we kiezen voor {A}, {B} valt af omdat het geen rollback kent

      bon, on part sur {A}, {B} nous coûterait trop cher en licences
      c'est tranché, {A} plutôt que {B}, parce que l'équipe le connaît déjà
      alla fine usiamo {A}, {B} lo lasciamo perdere perché non ha una documentazione decente

      al final nos quedamos con {A}, {B} se cae cada vez que hay carga
      vamos con {A} y descartamos {B} porque no tiene soporte
      fechado: {A} no lugar de {B}, que é lento demais para o nosso volume
      vamos de {A}, o {B} não roda no servidor do cliente

      beru {A}, {B} ne, to by nikdo z nás neudržoval
      就定 {A} 吧，{B} 不要了，维护成本太高
      {B}はやめて{A}で行きましょう。{B}だとビルドが遅すぎるので
    `,
    ),
    ...families(
      'agent',
      `
      Ich habe mich für {A} entschieden und gegen {B}, weil {B} keine Transaktionen beherrscht.
      J'ai retenu {A} et écarté {B}, qui ne gère pas les flux.
      He optado por {A} en vez de {B}, ya que no añade dependencias.

      Zvolil jsem {A} místo {B}, protože nepotřebuje běžící server.
      我选择了 {A} 而不是 {B}，因为它不需要额外的服务。
      {B}ではなく{A}を採用しました。依存関係が少ないためです。
    `,
    ),
  ],
  constraint: families(
    'user',
    `
    an {P} wird nicht rumgeschraubt, die Datei gehört der Revision
    {A} darf höchstens {V} haben, mehr gibt der Vertrag nicht her
    bitte nie direkt auf {A} pushen, immer über einen Branch
    van {P} blijf je af, dat bestand is van de klant
    {A} moet altijd met {B} blijven werken

    interdiction de toucher à {P}, c'est signé
    il faut toujours passer par {A} pour écrire dans {B}
    pas de données clients dans {A}, jamais
    {P} non si tocca, mai, lo genera il build
    ogni modifica a {A} deve essere approvata da Giulia

    prohibido tocar {P} sin avisarme antes
    todo lo que salga de {A} tiene que ir cifrado
    nunca reinicies {A} en horario de oficina
    não mexe no {P} de jeito nenhum
    o {A} não pode passar de {V}, é exigência do cliente

    do {P} nikdy nesahej, generuje se to samo
    v {A} nesmí být žádná osobní data
    {P} 这个文件绝对不能改
    以后凡是改 {A} 都必须先跑一遍 {B}
    {P}は絶対に編集しないでください
    {A}には必ずテストを付けること
  `,
  ),
  fact: families(
    'user',
    `
    {A} läuft bei uns nur auf dem alten Server im Keller
    zur Info: {A} steht in der Produktion auf {V}
    die Zugangsdaten von {A} liegen in {P}
    {A} draait bij ons op een aparte machine
    de limiet van {A} staat op {V}

    {A} est géré par l'équipe de Lyon
    pour info, la limite de {A} est à {V}
    {A} lit sa configuration dans {P}
    {A} scrive i log in {P}
    {A} è stato sviluppato da un fornitore esterno

    {A} guarda los importes en céntimos
    el valor de {A} en producción es {V}
    que sepas que {A} depende de {B} para el login
    o {A} roda só de madrugada, às 3h
    hoje o {A} está configurado com {V}

    {A} běží jenom na stagingu
    konfigurace {A} je v {P}
    {A} 的配置在 {P} 里
    线上 {A} 的值是 {V}
    {A}の設定ファイルは{P}にあります
    {A}は{B}のフォークです
  `,
  ),
  thread: [
    ...families(
      'user',
      `
      {A} müssen wir uns nächste Woche nochmal anschauen, da gehen Umlaute verloren
      bei {A} fehlt noch die Doku
      {A} moet nog getest worden, dat doen we later

      il reste {A} à brancher
      faudra revenir sur {A}, les erreurs sont avalées
      resta da sistemare {A}, non gestisce i file vuoti

      queda pendiente {A}, faltan las pruebas
      luego hay que arreglar {A}, se cuelga con ficheros grandes
      ainda falta terminar o {A}
      depois a gente precisa voltar no {A}, tá sem tratamento de erro

      ještě zbývá dodělat {A}, na to teď není čas
      {A} 还没做完，之后要补上分页
      {A}のエラー処理がまだ残っています。後で対応が必要です
    `,
    ),
    ...families(
      'agent',
      `
      Noch offen: {A} prüft seine Eingaben nicht.
      Reste à faire : les tests de {A}.
      Pendiente: migrar {A} al cliente nuevo.
      Falta: cobrir o {A} com testes.

      Zbývá: doplnit testy pro {A}.
      待办：{A} 的超时处理尚未实现。
      残タスク：{A}のテストを追加する。
    `,
    ),
  ],
  closing: [
    ...families(
      'user',
      `
      {A} ist durch, kannst du abhaken
      um {A} brauchst du dich nicht mehr kümmern, läuft seit gestern
      {A} is klaar, kan van de lijst

      {A} c'est réglé
      pour {A} c'est bon, on peut fermer
      {A} è a posto, possiamo chiudere

      lo de {A} ya lo arreglé yo ayer
      {A} ya quedó, táchalo
      o {A} já foi resolvido, pode fechar

      {A} už je hotové, můžeš to odškrtnout
      {A} 那个问题修好了，可以关掉
      {A}の件は解決しました
    `,
    ),
    ...families(
      'agent',
      `
      {A} ist fertig und getestet, damit ist der Punkt erledigt.
      {A} est terminé, il ne reste rien à faire dessus.
      He terminado {A}; ese punto queda cerrado.
      {A} 已完成，测试全部通过。
      {A}の対応は完了しました。
    `,
    ),
  ],
}
