import { families, type Phrases } from './phrase.ts'

/** Phrasings that train nothing; their misses are not read, only their totals. */
export const HELD_OUT: Phrases = {
  decision: [
    ...families(
      'user',
      `
I talked to Priya and we're putting {C} on {A}. The {B} contract runs out anyway.
ok so {A} it is. {B} never really convinced anyone here
Could you redo {C} with {A}? The {B} branch can be thrown away.
No objections from the team to {A}, so that's what {C} will use from today, and {B} gets uninstalled.
you had me at {A}. lose the {B} stuff

Between {A} and {B} I'd rather live with the quirks of {A}. Do that.
Let {C} speak {A}. Nobody wants to operate a {B} cluster at night.
The numbers you posted are clear enough: {A}. I've told finance not to renew {B}.
Yesterday I said {B}; forget that, after the outage it has to be {A}.
My vote goes to {A}, and since nobody asked for {B} we can consider this closed.

{A} for {C} pls, {B} = pain
hmm ok, {A} then. not {B}
{B} → {A}, final answer
`,
    ),
    ...families(
      'agent',
      `
I have written {C} against {A}. With {B} every call would have needed its own connection.
{C} is implemented using {A}; I looked at {B} first but it cannot resume a broken transfer.
For {C} I ended up with {A}, mostly because {B} drags in a native dependency.
Since you did not object, I proceeded with {A} for {C} and dropped the {B} prototype.
As agreed, {C} talks to {A} from now on and the {B} adapter is deleted.

The benchmark made this easy: {A} took a third of the time of {B}, so {A} is what I wired in.
Neither is perfect, but {A} keeps the ordering guarantee that {B} gives up, so I built {C} on it.
Rather than fight {B}'s locking, I rebuilt {C} around {A}.
I first had {B} in place, then tore it out again: {A} handles backpressure, {B} does not.
`,
    ),
    ...families(
      'both',
      `
{C} will be served by {A}. {B} was the runner-up because it needs root.
Decision log: {A} in, {B} out (licence).
Ops signed off on {A}, which takes {B} off the menu.
{A} carries the day: {B} needs twice the memory for {C}.
Where {C} is concerned, everyone now agrees on {A}; the {B} camp gave in.

Für {C} setzen wir künftig auf {A}; {B} hat sich im Test nicht bewährt.
Wir haben uns gegen {B} und für {A} entschieden.
Pour {C}, la décision est prise : ce sera {A}, {B} étant trop lourd à exploiter.
On garde {A}, {B} ne tient pas la charge.
Para {C} hemos elegido {A} porque {B} no soporta transacciones.
Se va {B} y entra {A}.
Pro {C} jsme vybrali {A}, {B} je moc pomalý.
Rozhodli jsme se pro {A} místo {B}.
{C} 决定采用 {A}，不用 {B}，因为后者太慢。
我们最终选择了 {A} 而不是 {B}。
{C} には {A} を採用し、{B} は見送ることにしました。
{B} ではなく {A} を使うことに決めた。
`,
    ),
  ],
  constraint: families(
    'user',
    `
{P} has to come out of this exactly as it went in.
If I see a diff in {P} I will reject the whole pull request.
Compliance reads {P} line by line, so don't put your fingers in there.
{P} belongs to another team and they get cross when we change it.
Treat {P} as read-only, even if a test seems to need it otherwise.

Nothing in {C} may ever block for longer than {V}.
Memory of {C} has a hard ceiling of {V}.
{V} retries is as many as {C} gets.
Under no circumstances should {A} end up in a log line.
We got burned by {A} once; I do not want to see it in the dependencies again.
Ask me before anything goes to {A}.
All dates go over the wire the way {A} expects them, no exceptions.
pls no {A} anywhere
every new endpoint needs an entry in {A}, otherwise security blocks the deploy
keep {C} compatible with {A}, customers still run it

{P} bitte nicht anrühren, die Revision läuft noch.
Neue Abhängigkeiten nur nach Rücksprache mit {A}.
Interdiction absolue de toucher à {P}.
{C} ne doit pas dépasser {V}.
En {P} no se cambia nada sin avisarme.
{C} no puede tardar más de {V}.
Soubor {P} se nesmí měnit.
Nikdy nepoužívej {A} v produkci.
请不要修改 {P}。
{C} 的响应时间不得超过 {V}。
{P} は絶対に変更しないでください。
{A} を本番で使うのは禁止です。
`,
  ),
  fact: families(
    'user',
    `
for context: {C} is looked after by a team called {A}
The people who wrote {C} have left; {A} is the only one who still knows it.
Our largest customer, {A}, sends {V} of these a day.
It all started when we moved to {A} in spring.
The thing you see in the dashboard as orange is what we call {A}.

You'll find the staging credentials in {A}.
Production sits in the {A} region.
{A} is the machine under my desk, in case you see it in the logs.
The weekly export kicks off at {V}.
{C} gets roughly {V} hits on a Monday.
The licence we bought covers {V} seats.
{A} pays for {C}, so their priorities count.
When I say the old box I am talking about {A}.
the mobile app still sends {A} as its user agent

Das Testsystem läuft auf {A}.
Ansprechpartner für {C} ist {A}.
L'équipe qui s'occupe de {C} s'appelle {A}.
Nous avons environ {V} utilisateurs par jour.
El servidor de pruebas está en {A}.
Tenemos {V} clientes activos.
Náš hlavní server běží na {A}.
Za {C} zodpovídá {A}.
我们的测试服务器叫 {A}。
{C} 每天大约处理 {V} 个请求。
ステージング環境のホスト名は {A} です。
{C} の担当者は {A} です。
`,
  ),
  thread: [
    ...families(
      'user',
      `
don't let me forget {A} when we're through with this
After the demo we have to sit down and do {A}.
We will need {A} too at some point, but not today.
put {A} on the pile
I promised the customer {A}, so that's next after this
`,
    ),
    ...families(
      'both',
      `
{A} isn't wired up yet.
What {C} still doesn't have is {A}.
There is {A} left, which I'd do in a separate change.
Nobody has looked into {A} so far.
{A} has to happen before the release, we just haven't had time.
We're waiting on legal for {A}.
Open: {A}
TODO({C}): {A}

{A} müssen wir noch erledigen.
Offen ist noch {A}.
Il reste à brancher {A}.
{A} n'est pas encore fait.
Nos falta {A}.
{A} queda para la semana que viene.
Ještě zbývá dodělat {A}.
{A} zatím není hotové.
{A} 还没有完成。
接下来还需要处理 {A}。
{A} はまだ対応していません。
あとで {A} を追加する必要があります。
`,
    ),
    ...families(
      'agent',
      `
I left {A} for a follow-up, since it touches {C} as well.
What this does not cover is {A}.
One gap: {C} has no {A} yet.
You will want to add {A} before turning this on.
I stopped short of {A}.
`,
    ),
  ],
  closing: families(
    'both',
    `
{A} landed this morning.
{A} is sorted, thanks to Ana.
You can forget about {A}, ops did it.
{A} turned out to be unnecessary.
Just finished {A}.
Took care of {A} while you were at it.
That business with {A} is behind us.
{A} works now.
{A} haben wir gestern erledigt.
{A} c'est fait.
{A} ya está hecho.
{A} je hotové.
{A} 已经完成了。
{A} は完了しました。
`,
  ),
  request: families(
    'user',
    `
have a look at {P} and tell me why {A} is slow
Could you write a test for {A}?
move {A} out of {P}
Now do the same for {B}.
Why does {A} call {B}?
Walk me through {P}.
{P} wirft einen Fehler, schau mal.
Ajoute un test pour {A}.
Arregla el fallo de {A}.
Oprav prosím {P}.
帮我看看 {P}。
{P} を直してください。
`,
  ),
  report: families(
    'agent',
    `
Right, so {A} builds the request and {B} sends it off.
The failing assertion sits in {P}.
I replaced the two loops in {A} by one and updated its callers.
What happens is that {A} gets the lock first and {B} waits for it.
Under the hood {A} keeps a map from {B} to its handlers.
Let me check how {A} gets its input.
Done. {A} now validates before it writes to {B}.
{A} is exported from {P} and used in two places.
The stack trace points at {A}, which is called by {B} with an empty list.
You would only hit this when {A} is disabled and {B} is not.
The reason {A} prefers {B} over the default is historical.
In {P} the constructor takes {A} and falls back on {B}.
Jetzt prüfe ich {A}.
{A} appelle {B} deux fois.
He añadido una prueba para {A}.
Funkce {A} volá {B}.
{A} 会调用 {B}。
{A} は {B} を呼び出します。
`,
  ),
  musing: [
    ...families(
      'both',
      `
If money were no object I would take {A} over {B}.
In another life we might have gone with {A}.
The vendor's slides say one should always put {A} before {B}.
{A} would be one way, {B} another.
Someone at the conference swore by {A}.
We may want to revisit {A} versus {B} once there is data.
Quoting the wiki: never deploy {A} on a Friday.
Man könnte überlegen, {A} statt {B} zu nehmen.
On pourrait imaginer {A} à la place de {B}.
Tal vez {A} sería más rápido que {B}.
Možná by {A} bylo lepší než {B}.
也许 {A} 比 {B} 更好。
{A} の方が {B} より良いかもしれません。
`,
    ),
    ...families(
      'user',
      'would {A} even work here?\nWhat happens if we swap {B} for {A}?\nIs there a reason not to use {A}?\nhypothetically, could {C} run on {A}?',
    ),
  ],
  chatter: families(
    'both',
    'brilliant, cheers\nGive me five minutes.\nLooks good to me!\nSorry for the delay.\nGood night.\nMoment bitte.\nC’est parfait.\nGenial.\nDíky!\n好的，谢谢。\nありがとう！',
  ),
}
