import { families, type Phrases } from '../../phrase.ts'

/** What holds, in nine other languages, as people type it: also without accents, also in passing. */
export const FIRST_TONGUES: Pick<Phrases, 'decision' | 'constraint' | 'fact' | 'thread' | 'closing'> = {
  decision: [
    ...families(
      'user',
      `
Dann halt {A}, {B} macht uns auf Dauer nur Ärger.
al final nos quedamos con {A}, {B} no escala ni de broma
tak to udělej přes {A}, {B} už nechci ani vidět
那就用 {A} 吧，{B} 的授权费太贵了

bon, on part sur {A}, tant pis pour {B}
pode seguir com {A} mesmo, o {B} deu problema demais na última sprint
doe toch maar {A}, {B} is me te log
{B} はやめて {A} にしましょう。運用が楽なので。
`,
    ),
    ...families(
      'agent',
      `
Alla fine ho tenuto {A}: con {B} avremmo dovuto riscrivere mezzo modulo.
Ich habe beide ausprobiert und bleibe bei {A}, weil {B} unter Last Verbindungen verliert.
比较之后我采用了 {A}，因为 {B} 不支持断点续传。
nakonec beru {A}, protoze {B} neumi transakce
検討の結果 {A} を採用しました（{B} は不採用）。
`,
    ),
  ],
  constraint: families(
    'user',
    `
Finger weg von {P}, das gehört dem Plattformteam!
ojo, {P} no se toca sin avisarme antes
na {P} prosim nesahej, generuje se to samo
不要再改 {P} 了，我已经说过两遍

on ne pousse jamais directement sur {A}, je l'ai déjà dit
toda consulta ao {A} tem que passar pelo cache, sem exceção
blijf van {P} af, die wordt door een ander team beheerd
{P} は触らないでください。自動生成です。

Bitte grundsätzlich keine neuen Abhängigkeiten auf {A}, das bekomme ich nie durch die Freigabe.
mi raccomando, niente {A} nei test
v žádným případě nepouštěj {A} na produkci
所有请求必须经过 {A}，不能直连
本番の {A} には絶対に書き込まないこと。
`,
  ),
  fact: families(
    'user',
    `
der Testserver heißt übrigens {A} und steht bei uns im Keller
la base de datos de pruebas se llama {A} y la comparte todo el equipo
jinak {A} bezi na portu {V}
{A} 的端口是 {V}，测试环境也一样

pour info, {A} tourne encore en version {V} chez le client
o {A} é mantido por outra empresa, a gente só paga a fatura
{A} draait bij ons op een oude machine in Utrecht
ちなみに {A} の上限は {V} です

{A} hat ein Limit von {V}, das hat mir der Hersteller bestätigt.
il cliente usa ancora {A}, versione {V}
{A} spravuje tým z Brna, ne my
顺便说一下，{A} 是外包团队维护的
{A} は大阪のチームが管理しています。
`,
  ),
  thread: [
    ...families(
      'user',
      `
{A} machen wir, wenn mal Luft ist
lo de {A} lo dejamos para la semana que viene
{A} nechame na pozdeji, ted to nehori
{A} 先放一放，下周再弄

on verra {A} plus tard, là c'est pas le moment
{A} lo riprendiamo dopo le ferie
{A} moet nog, maar dat komt na de release wel
{A} は後回しで。時間ができたらやります。
`,
    ),
    ...families(
      'agent',
      `
Offen ist noch {A}, dazu fehlen mir die Zugangsdaten.
Il reste {A} à migrer, je ne l'ai pas encore fait.
Falta ainda o {A}, ficou para depois do release.
ještě zbývá dodělat {A}
{A} 还没处理，等接口定下来再说
{A} の対応がまだ残っています。
`,
    ),
  ],
  closing: [
    ...families(
      'user',
      `
{A} hat sich erledigt
c'est bon pour {A}, on peut fermer
{A} uz je hotovo, diky
{A} 已经搞定了

lo de {A} ya está resuelto
{A} è a posto, grazie
{A} は対応済みです。
`,
    ),
    ...families(
      'agent',
      `
{A} ist jetzt umgesetzt und getestet.
{A} já foi feito, pode riscar da lista.
{A} is inmiddels klaar.
{A} est terminé, tous les tests passent.
`,
    ),
  ],
}
