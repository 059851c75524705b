import { families } from './phrase.ts'

/** Decisions and what only looks like one, in as many manners as came to mind. */
export const VARIED_DECISIONS = {
  decision: [
    ...families(
      'both',
      `
We adopt {A} for {C}; {B} gets phased out.
{A} has been approved for {C}, {B} has not.
The committee endorsed {A} and shot down {B}.
After the call with ops: {A} for {C}. {B} is dead.
Per the RFC, {C} uses {A}; {B} was voted down.
Management backs {A}, which means no {B} for us.
The CTO blessed {A} yesterday, so {B} is not happening.
ADR 14: {A} over {B} for {C}.
The poll is in and {A} won, {B} came second.
Outcome of the meeting: {C} on {A}, {B} declined.

We trade {B} for {A} in {C}.
{A} supersedes {B} as of now.
{A} takes over from {B} in {C}.
{B} makes way for {A}.
Out with {B}, in with {A}.
{B} is being replaced by {A} everywhere.
{C} switches to {A}; support for {B} ends.
We migrate {C} from {B} to {A} because {B} is no longer maintained.
{C} abandons {B} for {A}.
So long {B}, {C} belongs to {A} now.

We have committed to {A}. {B} would have required a second team.
We are committed to {A} for {C} because {B} has no ARM build.
The money is on {A}, {B} lacks transactions.
We bank on {A} here, given that {B} is GPL.
{A} fits our size; {B} was designed for bigger shops, so {A}.
{A} costs half of {B}, which settled the matter.
What tipped the scales for {A} was its documentation; {B} has none.
The deciding factor against {B} was memory, so {C} got {A}.
In light of the audit we use {A}; {B} failed it.
Considering the deadline, {A}. {B} would take a month.
On the grounds of cost {A} was selected and {B} refused.
{B} scores lower on every count, hence {A} for {C}.

{A} is our choice for {C}.
{A} is the one we use for {C}, period.
The official answer for {C} is {A}.
{C} shall use {A}.
It shall be {A} for {C}.
{A} for {C}, that is final.
For {C} we go the {A} way, not the {B} way.
As for {C}: {A}. Not {B}.
Regarding {C}, {A} is agreed.
About {C}: we concluded that {A} does the job better than {B}.
With regard to {C} we side with {A}, {B} notwithstanding.

{B} is ruled out for {C}, leaving {A}.
That leaves {A}, as {B} cannot do joins.
{B} does not scale, so {A} remains as the only option and we take it.
{B} falls away because of its licence; {A} stays in the race and gets the job.
No {B} for {C}: it is {A} or nothing.
{B} would mean rewriting {C}, so {A} was the saner pick.
{B} was never going to work; {A} does, so use that.
We rejected {B}: too many moving parts. {A} goes in.
We won't be doing {B}. {A} covers all we need.
We are done with {B}, {A} is the new home of {C}.
{B} is off, {A} is on.
Not {B} but {A} will power {C}.
`,
    ),
    ...families(
      'agent',
      `
I implemented {C} with {A}; {B} was slower in my test.
I wired {C} up to {A} instead of {B}.
I built {C} on top of {A}, since {B} is deprecated.
I went for {A} in {C}, leaving {B} out.
I reached for {A} because {B} has no types.
I used {A} for {C}, although {B} would have been shorter.
I kept {A} and removed {B}.
I returned to {A} after {B} failed on large inputs.
I swapped {B} out for {A}: fewer dependencies.
I preferred {A} to {B} for {C}, because it is already in the tree.
I introduced {A} for {C}; the alternative, {B}, needs a build step.
I avoided {B} and wrote {C} on {A}.
I stayed away from {B}, {A} is safer with threads.
I have moved {C} onto {A}. {B} could not handle unicode.
I made {C} use {A}, because {B} blocks the event loop.
I decided against {B}: it pulls in forty packages. {C} uses {A}.

My choice for {C} is {A}; {B} would have meant a migration.
The approach I took for {C} is {A}, not {B}.
The design: {A} for {C}. I discarded {B} because it races.
Design note: {A} was chosen since {B} cannot be cancelled.
Technically {B} was possible, but {A} is simpler, so {A} is in.
Compared with {B}, {A} needs one query less, which is why {C} has it.
{A} proved twice as fast as {B}, so {C} is built with it.
Out of {A} and {B} I took the former.
Weighing simplicity against speed I landed with {A}, and left {B} aside.
Trade-off: {A} is slower to start than {B} but cannot corrupt data, so I used {A}.
{C} now uses {A} under the hood, no {B} needed.
{C} got rewritten on {A}; {B} is gone from it.
This way {C} relies on {A} and we do not need {B}.
`,
    ),
    ...families(
      'user',
      `
Good point. {A}, then, and {B} goes in the bin.
Right, do it with {A}. I do not want {B}.
I'm sold on {A}. Kill {B}.
You are right about {B}. {A} please.
I thought about it overnight: {A}. {B} is too risky.
I'd say {A}, {B} is more trouble than it is worth.
Works for me, {A} instead of {B}.
Please base {C} on {A}, {B} makes me nervous.
Build {C} with {A}. {B} is what we had before and it hurt.
Use {A} for {C}; the team voted against {B}.
The team is happier with {A}, so skip {B}.
My boss wants {A}, so {B} it isn't.
The customer insists on {A}, so {B} is history for {C}.
We spoke to the vendor and will use {A}; the {B} offer was refused.
I asked around, everybody says {A} and nobody says {B}. So be it: {A}.
Second option, the one with {A}. Not {B}.
The first one: {A}. {B} can go.
Go ahead with {A}. {B} had its chance.
Do {A}. Drop {B}.
{A}! {B} is out of the question.
{A} please, because {B} needs a licence server.
I changed my mind: {A} and not {B}.
Scrap what I said on {B}, we take {A}.
We reversed course and run {C} on {A}; {B} is no more.
`,
    ),
    ...families(
      'both',
      `
Wir setzen {A} ein, {B} fliegt raus.
{A} hat gewonnen, {B} war zu teuer.
{C} wird mit {A} gebaut, weil {B} keine Transaktionen kann.
Beschlossen: {A}. {B} wird nicht weiter verfolgt.
Die Wahl fiel auf {A}, gegen {B} sprach die Lizenz.
Ich habe {C} auf {A} umgestellt, {B} war zu instabil.
Lieber {A} als {B}.
Mit {B} kommen wir nicht weiter, also {A}.
{A} ersetzt {B} ab sofort.
Nach dem Gespräch mit dem Betrieb: {A} statt {B}.

Le choix est fait : {A} pour {C}, pas {B}.
{A} remplace {B} dans {C}.
On adopte {A}, {B} coûte trop cher.
On laisse tomber {B} au profit de {A}.
J'ai basé {C} sur {A}, {B} n'étant plus maintenu.
L'équipe préfère {A}, donc {B} est exclu.
On passe de {B} à {A}.
C'est tranché : {A}, et tant pis pour {B}.
Je suis parti sur {A} car {B} bloque la boucle.

Se adopta {A}; {B} se descarta por la licencia.
El equipo votó por {A} y contra {B}.
Cambiamos {B} por {A} en {C}.
He implementado {C} con {A} porque {B} es inestable.
La elección es {A}, no {B}.
{A} sustituye a {B}.
Mejor {A} que {B}.
Dejamos {B} y pasamos a {A}.
Queda decidido: {A} para {C}.

Abbiamo scelto {A} invece di {B}.
Passiamo da {B} a {A}, perché {B} è lento.
La scelta è {A}; {B} è scartato.
Ho preferito {A} a {B} per {C}.

Escolhemos {A} em vez de {B}.
Decidimos usar {A}; {B} foi descartado.
Vamos com {A}, {B} é caro demais.
Trocamos {B} por {A} em {C}.

We gaan voor {A}, {B} valt af.
De keuze is gevallen op {A}, niet op {B}.
We stappen over van {B} naar {A}.
Ik heb {A} gebruikt omdat {B} te traag is.
`,
    ),
  ],
  musing: [
    ...families(
      'both',
      `
We could go with {A} or with {B}, I have not made up my mind.
{A} might beat {B}, hard to tell.
Some would pick {A}, others {B}.
The pros of {A}: fast. The pros of {B}: simple.
{A} and {B} are both fine for {C}.
{A} or {B}, both would do.
Possible options are {A}, {B}, or nothing at all.
There are two candidates, {A} and {B}.
Option 1: {A}. Option 2: {B}.
{A} is an alternative to {B}, in principle.
Maybe {A} could replace {B} one day.
Perhaps we should think about {A}.
I am toying with the idea of {A}.
I keep wondering about {A} instead of {B}.
It is tempting to move to {A}.
Had we known, we would have used {A} and not {B}.
If we ever outgrow {B}, {A} is worth a look.
Suppose we had {A}: would {C} be faster?
Imagine {C} on {A}.
In theory {C} could run on {A}.
Were it up to me, {A}, but it is not.

The README recommends {A} over {B}.
The blog post said {A} is better than {B}.
The docs mention that {A} must never be edited.
Stack Overflow says to use {A} instead of {B}.
Other companies replaced {B} with {A}.
At my old job we used {A} and never {B}.
According to the changelog {A} replaced {B} in version 3.
A comment in {P} says not to touch it.
The template states that {V} is the maximum.
Their documentation claims {A} is deprecated in favour of {B}.
I read that {A} beats {B}.
Somebody on the forum chose {A} over {B}.
The previous contractor wanted {A}.

We have not decided between {A} and {B} yet.
{A} versus {B} is undecided.
No decision on {A} yet.
I cannot choose between {A} and {B}.
Not sure whether {A} or {B} is better.
It is an open race between {A} and {B}.
Let us compare {A} and {B} before choosing.

Vielleicht wäre {A} besser als {B}.
Man könnte auch {A} nehmen.
Ich schwanke zwischen {A} und {B}.
Angeblich ist {A} schneller als {B}.
On pourrait peut-être prendre {A}.
J'hésite entre {A} et {B}.
Il paraît que {A} est mieux que {B}.
Quizás {A} sea mejor que {B}.
Podríamos usar {A} o {B}.
Dicen que {A} es más rápido que {B}.
Forse {A} sarebbe meglio.
Talvez {A} seja melhor que {B}.
Misschien is {A} beter dan {B}.
`,
    ),
    ...families(
      'user',
      `
What do you think of {A} compared to {B}?
Is {A} better than {B}?
Should we use {A}?
How does {A} compare with {B}?
Can {A} do what {B} does?
Which one would you choose, {A} or {B}?
Was spricht für {A} und was für {B}?
Qu'est-ce que tu préfères, {A} ou {B} ?
¿Qué te parece {A}?
`,
    ),
  ],
}
