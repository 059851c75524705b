import { families } from './phrase.ts'

/** What is open, what is over, what is asked for and told, in as many manners as came to mind. */
export const VARIED_WORK = {
  thread: [
    ...families(
      'both',
      `
{A} is not done yet.
{A} is still open.
{A} is next.
{A} comes later.
{A} can wait until next week.
{A} has to wait.
{A} needs a proper fix.
{A} needs attention at some point.
{A} needs to be written.
{A} needs documentation.
{A} is on the to-do list.
{A} is on my list.
{A} is missing from {C}.
{A} is half finished.
{A} is only a sketch so far.
{A} is a placeholder.
{A} is blocked by the vendor.
{A} is waiting for a review.
{A} remains to be tested.
{A} remains.
{A} should be revisited.
{A} should be cleaned up some time.
{A} would be the next step.
{A} will follow in a second change.
{A} will be handled in another pull request.
{A} was left out for now.
{A} was postponed.
{A} got deferred to the next release.
{A} deserves a ticket.
{A} has not been looked at.
{A} hasn't been migrated.
{A} has no tests yet.
{A} does not work on Windows yet.
{A} still crashes from time to time and wants fixing.
{A} still has to be connected to {C}.

TODO: {A}.
TODO: teach {C} about {A}.
To do: {A} for {C}.
Next: {A}.
Next up: {A} in {C}.
Next step is {A}.
Next time we do {A}.
Later: {A}.
Later we should add {A} to {C}.
Follow-up: {A}.
As a follow-up, {C} needs {A}.
Still to do: {A}.
Still open: {A}.
Still missing: {A} in {C}.
Remaining work: {A}.
Outstanding: {A}.
Not done: {A}.
Not covered so far: {A}.
Backlog: {A}.
Reminder: {A}.
Left for tomorrow: {A}.
Unresolved: {A}.
Open question: what about {A}?
Pending: {A}, once {C} is through.

We still need {A} for {C}.
We still have to do {A}.
We need to come back to {A}.
We have to get {A} in before the release.
We should do {A} next.
We should not forget {A}.
We must return to {A} one day.
We have not touched {A}.
We never finished {A}.
We never did get {A} working in {C}.
We skipped {A} for the moment.
We parked {A}.
We left {A} unfinished.
We will do {A} tomorrow.
We will pick up {A} on Monday.
We are still missing {A}.
We owe them {A}.
Let's do {A} later.
Let's leave {A} for another time.
Let's keep {A} for the next round.
Let's not forget {A}.
Don't let me forget {A}.
Remind me of {A}.
Remember to do {A} before we ship.
Someone has to take care of {A}.
Somebody needs to write {A}.
Nobody has looked into {A} so far.
No one has started {A}.
Once this is in, {A} is due.
After this, {A}.
After the release we take on {A}.
When that is done, {A} is up.
At some point {C} has to support {A}.
Some day {C} needs {A}.
Sooner or later we have to replace {A}.
For the next session: {A}.
For later: {A}.
There is still {A} to do.
There is {A} left.
There remains {A}.
That leaves {A} for later.
What is missing is {A}.
What remains is {A}.
The next task is {A}.
The only thing left is {A}.
The last open item is {A}.
Another thing to fix is {A}.
It still lacks {A}.
It would be good to have {A} before the release.
`,
    ),
    ...families(
      'agent',
      `
I have not implemented {A}.
I have not yet tested {A}.
I haven't got around to {A}.
I could not finish {A}.
I left {A} for later.
I left a TODO for {A} in {C}.
I did not touch {A}, it needs a separate change.
I skipped {A} for now.
I still need to handle {A}.
I will do {A} next.
I would do {A} next.
I'd suggest doing {A} next.
I recommend tackling {A} as a follow-up.
What I did not do: {A}.
Known limitation: {A} is not handled.
Limitation: {C} does not support {A} yet.
Not included: {A}.
Missing: {A}.
Out of scope here, to be done: {A}.
{C} does not handle {A} yet.
{C} lacks {A}.
{A} is out of scope for this change and remains to be done.
{A} still returns a dummy value.
{A} is hard-coded for the moment and should become a setting.
{A} is mocked until the service is there.
{A} fails for now, I will come back to it.
`,
    ),
    ...families(
      'both',
      `
{A} fehlt noch.
{A} ist noch offen.
{A} kommt später.
{A} machen wir nächste Woche.
{A} muss noch getestet werden.
Als Nächstes {A}.
Wir sollten {A} nicht vergessen.
Offen bleibt {A}.
Später dann {A}.
Noch zu tun: {A}.

Il reste {A} à faire.
{A} reste à faire.
{A} n'est pas encore fait.
{A} manque encore.
On fera {A} plus tard.
Il faudra revenir sur {A}.
À faire : {A}.
Prochaine étape : {A}.
N'oublions pas {A}.

Falta {A}.
{A} está pendiente.
Queda por hacer {A}.
Haremos {A} más tarde.
Todavía no tenemos {A}.
Por hacer: {A}.
El siguiente paso es {A}.
No olvidemos {A}.
Hay que volver a {A}.

Manca ancora {A}.
{A} è da fare.
{A} lo facciamo dopo.
Da fare: {A}.
Resta {A}.

Falta fazer {A}.
{A} fica para depois.
{A} ainda não está feito.
Por fazer: {A}.

{A} moet nog gebeuren.
{A} staat nog open.
{A} doen we later.
Nog te doen: {A}.
`,
    ),
  ],
  closing: [
    ...families(
      'both',
      `
{A} is done.
{A} is finished.
{A} is complete.
{A} is fixed.
{A} is in.
{A} is merged.
{A} is deployed.
{A} is live now.
{A} is taken care of.
{A} is off the list.
{A} is no longer needed.
{A} is not an issue any more.
{A} is no longer a problem.
{A} is sorted.
{A} is solved.
{A} is closed.
{A} is obsolete.
{A} is cancelled.
{A} works now.
{A} works again.
{A} has been done.
{A} has been implemented.
{A} has been finished.
{A} has landed.
{A} has shipped.
{A} has been resolved.
{A} was fixed yesterday.
{A} was a false alarm.
{A} was done by the other team.
{A} got merged last night.
{A} got done.
{A} can be closed.
{A} can be dropped from the list.
{A} does not occur any more.
{A} went away after the upgrade.
{A} passed, so that is that.
We finished {A}.
We completed {A}.
We are done with {A}.
We no longer need {A}.
We shipped {A}.
I fixed {A}.
I completed {A}.
I just finished {A}.
I took care of {A}.
I did {A} already.
I have now implemented {A} too.
Done: {A}.
Finished: {A}.
Closed: {A}.
Resolved: {A}.
Fixed {A}.
Implemented {A}, so that point is closed.
That takes care of {A}.
That was the last of {A}.
So {A} is done, too.
Forget about {A}, it is done.
Never mind {A}.
No need for {A} any longer.
Nothing left to do for {A}.
{E} is gone.
{E} is fixed.
{E} no longer occurs.
{E} was caused by the proxy and is fixed.
You may edit {P} again.
{P} is open again.
The freeze on {P} is over.
The ban on {A} is lifted.
You are free to change {P} now.
The rule about {P} no longer holds.

{A} ist fertig.
{A} ist gemacht.
{A} hat sich erledigt.
{A} brauchen wir nicht mehr.
{A} läuft jetzt.
{A} est fini.
{A} est terminé.
{A} n'est plus nécessaire.
On n'a plus besoin de {A}.
{A} marche maintenant.
{A} está hecho.
{A} está terminado.
Ya no hace falta {A}.
{A} ya funciona.
{A} è fatto.
{A} è risolto.
{A} está feito.
{A} is klaar.
{A} is opgelost.
`,
    ),
  ],
  request: [
    ...families(
      'user',
      `
Please look into {P}.
Please fix {A}.
Please add {A} to {P}.
Please rename {A}.
Please run the tests.
Please review {P}.
Please explain {A}.
Can you check {P}?
Can you make {A} faster?
Could you write {A}?
Could you refactor {P}?
I want you to split {P}.
I want {P} to be shorter.
I need a function {A} that counts rows.
I need you to change {P}.
I'd like you to add {A}.
Add {A} to {P}.
Add a test for {A} in {P}.
Add an option to {A}.
Change {A} so that it returns a list.
Check whether {A} is used.
Check {P} for typos.
Clean up {P}.
Compare {P} with what we had.
Continue.
Continue with {P}.
Create {P}.
Delete the unused code in {P}.
Document {A}.
Explain what {P} does.
Extract {A} into its own file.
Find out where {A} is called.
Find the bug in {P}.
Fix the failing test in {P}.
Fix {A}, it crashes.
Go through {P} and list what is odd.
Go on.
Implement {A}.
Improve the names in {P}.
Inline {A}.
List all callers of {A}.
Look at {P}.
Make {A} async.
Make {P} readable.
Move {A} to {P}.
Now do the same for {P}.
Now fix {A}.
Now let's look at {P}.
Open {P} and tell me what you see.
Print the value of {A}.
Refactor {P}.
Remove {A} from {P}.
Rename {A} to something better.
Rewrite {P}.
Run {A} and show me the output.
Show me {P}.
Simplify {A}.
Sort the imports in {P}.
Split {P} into two files.
Summarise what {P} does.
Tell me how {A} works.
Test {A}.
Try again.
Try it with {A}.
Update {P}.
Use the helper in {P} for this.
Walk me through {P}.
What does {A} do?
What happens in {P}?
Where is {A} defined?
Why does {A} fail?
Write {A}.
Write documentation for {P}.
There is a bug in {A}, fix it.
The build is broken, please repair it.
{A} crashes, find out why.
{P} is too long, split it.
{P} looks odd. Have a look.
Next, look at {P}.
Let's look at {P} now.
Let's refactor {A}.
Let's continue with {P}.
Schau dir {P} an.
Bitte räume {P} auf.
Schreib einen Test für {A}.
Zeig mir {P}.
Was macht {A}?
Regarde {P}.
Ajoute un test pour {A}.
Montre-moi {P}.
Que fait {A} ?
Mira {P}.
Añade una prueba para {A}.
Muéstrame {P}.
¿Qué hace {A}?
Guarda {P}.
Scrivi un test per {A}.
Olha para {P}.
Escreve um teste para {A}.
Kijk naar {P}.
Schrijf een test voor {A}.
`,
    ),
  ],
  report: [
    ...families(
      'agent',
      `
I read {P}.
I looked at {P} and found {A}.
I updated {P}.
I updated {A} in {P} and added a test.
I changed {A} to return a list.
I renamed {A} in {P}.
I removed the unused import from {P}.
I moved {A} into {P}.
I created {P} with {A}.
I fixed the import in {P}.
I see the problem now.
I see that {A} is defined in {P}.
I can see {A} being called twice.
I found the cause in {P}: {A} is called too early.
I'll look at {P} first.
I'll start with {P}.
I'll update {A} now.
I'll check how {A} is used.
I'm going to run the tests.
Let me check {P}.
Let me look at how {A} is called.
Let me run the tests.
Let me see what {A} returns.
Let me fix {A}.
Now I'll edit {P}.
Now let me update {A} in {P}.
Now the tests.
Now {A} returns the right value.
First I will read {P}.
Next I'll read {P}.
Looking at {P}, {A} takes two arguments.
Looking at the output, everything passes.
Reading {P} to understand {A}.
Running the tests in {P}.
Checking {A} in {P}.
The tests pass.
The tests in {P} pass.
The build works.
The file {P} exports {A}.
The function {A} is defined in {P}.
The function {A} takes a list and returns a number.
The class {A} wraps the client.
The method {A} is called from {P}.
The error comes from {A} in {P}.
The output shows {A}.
The problem is in {A}: it reads past the end.
The cause is that {A} is undefined in {P}.
The reason is that {A} runs before {B}.
The change in {P} is small.
The test fails because {A} is null.
The difference between {A} and {B} is one argument.
{A} calls {B}.
{A} calls {B} and then returns.
{A} is imported by {P}.
{A} is used in {P}.
{A} and {B} are both defined in {P}.
{A} extends {B}.
{A} returns {B} when the list is empty.
{A} is set in {P} and read by {B}.
{A} handles the request, then {B} writes the response.
{A} looks fine.
{P} has {V} lines.
{P} imports {A} from {B}.
{P} contains the code of {A}.
{P} looks good.
In {P}, {A} is called with {B}.
In {P} there is a function {A}.
There is a helper {A} in {P}.
There are two places that use {A}.
This is where {A} gets its value.
This function calls {A}.
This means that {A} is never called.
This shows that {A} works.
That explains why {A} failed.
All tests pass.
All done, {P} is updated.
All {V} tests pass.
As you can see, {A} returns early.
Both {A} and {B} are exported.
Here is what {A} does.
Here is a summary of {P}.
It reads {P} and calls {A}.
It turns out that {A} is cached.
It looks like {A} calls {B} twice.
So {A} was called with the wrong argument.
So the flow is {A}, then {B}.
Good, {A} exists.
Perfect, the tests pass now.
Great, {P} compiles.
Done. {P} now has {A}.
Everything compiles.
Only {P} uses {A}.
You can now call {A}.
We now have {A} in {P}.
Without {A}, {B} would fail here.
If {A} is empty, {B} returns zero.
When {A} is called, it reads {P}.
Ich sehe mir {P} an.
Ich habe {A} in {P} geändert.
Die Funktion {A} steht in {P}.
Alle Tests sind grün.
Je regarde {P}.
J'ai ajouté {A} dans {P}.
La fonction {A} est dans {P}.
Tous les tests passent.
Voy a mirar {P}.
He añadido {A} en {P}.
La función {A} está en {P}.
Todas las pruebas pasan.
Ho aggiornato {P}.
La funzione {A} è in {P}.
Atualizei {P}.
Ik heb {P} aangepast.
`,
    ),
  ],
  chatter: [
    ...families(
      'both',
      `
Thanks!
Thank you, that helps.
Great.
Great, thanks.
Perfect.
Sounds good.
OK.
Sure.
Got it.
No problem.
Nice.
Well done.
Good morning.
See you tomorrow.
One moment.
I am back.
Sorry for the delay.
That was quick.
I had lunch in between.
The weather is awful.
Good question.
You're right.
Absolutely.
Happy to help.
Of course.
Interesting.
I see.
Fine by me.
Agreed.
Danke dir.
Alles gut.
Merci beaucoup.
D'accord.
Muchas gracias.
De acuerdo.
Grazie.
Obrigado.
Bedankt.
`,
    ),
  ],
}
