import { families } from './phrase.ts'

/** Rules and facts of a user, in as many manners as came to mind. */
export const VARIED_RULES = {
  constraint: [
    ...families(
      'user',
      `
{P} is none of your concern.
{P} belongs to the platform people, keep your hands off.
{P} is generated, edits to it will be lost, so make none.
{P} is vendored; do not change a line.
{P} is under review by legal and must not move.
{P} is on the list of files that we never change.
{P} may be read but not written.
{P} stays put.
{P} should not appear in the commit.
{P} must survive this refactoring as it is.
Consider {P} frozen until the audit is through.
Consider {P} read-only.
Pretend {P} is carved in stone.
Keep {P} out of this.
Keep {P} exactly as it stands.
Leave {P} for the database team.
Don't even think about changing {P}.
Do whatever you like, except in {P}.
Everything is fair game but {P}.
You can change all files other than {P}.
Avoid any edit of {P}.
I do not want to see changes in {P}.
I don't want {P} reformatted.
I forbid changes to {P}.
Nobody edits {P} without asking Dana.
No one but the release manager edits {P}.
Never regenerate {P}.
Changes to {P} need two approvals, so leave it.
Under no circumstances is {P} to be renamed.
It is essential that {P} is not modified.
The checksum of {P} is monitored, so it cannot change.
The customer diffed {P} last time, so it must be identical.
We promised the auditors that {P} would not change.
Editing {P} breaks the signature, so don't.

Keep the bundle under {V}.
{C} must answer within {V}.
Memory is capped at {V}.
The limit is {V}, and not a bit more.
{V} is the most we can spend.
{C} must not take longer than {V}.
Anything above {V} fails the check.
We cannot go over {V}.
Stay below {V} for {C}.
At no time may {C} use more than {V}.
The SLA allows {V} at most.
{C} has a hard ceiling of {V}.
Target is {V} or less, this is binding.

Do not add {A} as a dependency.
{A} must not be used here.
No {A}, please, the security team banned it.
{A} is forbidden in this repository.
{A} is a no-go.
We may not use {A} for legal reasons.
Please refrain from using {A}.
I never want to see {A} in the code.
Under no circumstances call {A} from {C}.
{C} must not know about {A}.
{C} has to work without {A}.
Do not send anything to {A}.
Never log anything from {A}.
No secrets in {A}.
Personal data must not reach {A}.
Do not deploy to {A} without me.
Never push to {A}.
Never run migrations on {A}.
Don't restart {A} during office hours.
Nothing gets merged before {A} has seen it.

Every commit message must mention {A}.
Each endpoint needs the {A} header.
All dates are to be written as {A}.
All new code must be covered by {A}.
All requests go through {A}.
Always use {A} for {C}.
Always run {A} before you commit.
Only {A} may write to {C}.
Only use {A} for new tables.
Names of tables always start with {A}.
New files must start with the {A} header.
We require {A} on every branch.
{C} must remain compatible with {A}.
{C} has to keep working with {A}.
{C} must support {A}.
Backward compatibility with {A} is a must.
Make sure that {A} still works afterwards.
It is mandatory to use {A}.
As a rule, {C} calls {A} and nothing else.
From now on, branch names begin with {A}.
Be careful to keep {A} in sync.
Code comments are in English only.
Please keep answers short.
Use tabs, not spaces, everywhere.
One commit per change, always.
Ask me before you delete anything.
Don't commit anything yourself.
No new dependencies.
Never use force push.
`,
    ),
    ...families(
      'user',
      `
An {P} darf nichts geändert werden.
Lass {P} in Ruhe.
{P} gehört einem anderen Team, nicht anfassen.
{P} nur lesen, nicht schreiben.
Es ist verboten, {P} zu ändern.
{A} ist hier nicht erlaubt.
Verwende auf keinen Fall {A}.
Es dürfen nicht mehr als {V} sein.
Immer {A} benutzen.
{C} muss ohne {A} auskommen.

Ne modifie surtout pas {P}.
{P} ne doit pas changer.
Laisse {P} tel quel.
Personne ne touche à {P}.
{P} est gelé.
Il est interdit d'utiliser {A}.
Pas de {A} dans ce projet.
Jamais plus de {V}.
Il faut toujours passer par {A}.
{C} doit marcher sans {A}.

No toques {P}.
{P} no se modifica.
No cambies nada en {P}.
Deja {P} como está.
{P} debe quedar igual.
Está prohibido usar {A}.
Nada de {A} aquí.
No más de {V}.
Hay que usar siempre {A}.
Nunca subas nada a {A}.

Non toccare {P}.
{P} deve restare com'è.
Vietato usare {A}.
Mai più di {V}.
Usa sempre {A}.

Não alteres {P}.
{P} tem de ficar como está.
É proibido usar {A}.
Nunca uses {A}.
No máximo {V}.

Blijf van {P} af.
{P} mag niet gewijzigd worden.
Gebruik nooit {A}.
Maximaal {V}.
`,
    ),
  ],
  fact: [
    ...families(
      'user',
      `
{C} runs on {A}.
{C} is hosted by {A}.
{C} is owned by {A}.
{C} was written by {A}.
{C} talks to {A} over a socket.
{C} gets its data from {A}.
{C} lives in the {A} cluster.
{C} is a fork of {A}.
{C} is called {A} internally.
{C} has been around since {V}.
{C} serves {V} users a day.
{C} fails about {V} times a week.
{C} keeps its files for {V}.
{C} has {V} open connections at peak.
{C} is deployed every {V}.

The staging host is {A}.
The database is {A}.
The password is in {A}.
The token is kept in {A}.
The bucket is named {A}.
The account number is {V}.
The port is {V}.
The timeout is {V}.
The release is planned for {V}.
The deadline is {V}.
The freeze starts on {V}.
The contract ends on {V}.
The budget is {V}.
The team behind {C} is {A}.
The tenant in question is {A}.
The customer who complained is {A}.
The ticket for this is {A}.
The branch for the release is {A}.
The ops channel is {A}.
The person on call is {A}.
The maintainer of {C} is {A}.
The vendor of {C} is {A}.
The old system was {A}.
The service account is {A}.
The error budget is {V}.
The table has {V} rows.
The retention is {V}.
The code name is {A}.
The region is {A}.
The machine has {V} of memory.

Our provider is {A}.
Our main customer is {A}.
Our CI runs on {A}.
Our users sit in {A}.
Our logs go to {A}.
Our contact there is {A}.
We host everything at {A}.
We have {V} customers.
We pay {V} a month for {C}.
We are on version {V}.
We deploy from {A}.
We store invoices in {A}.
We call this {A}.
We inherited {C} from {A}.
We use {A} for payments.
We got {V} complaints last week.
We do backups at {V}.

For your information, {A} is our mirror.
FYI the customer is {A}.
Just so you know, {A} hosts {C}.
Some background: {C} came from {A}.
In case you need it: the login is {A}.
To give you an idea, {C} sees {V} requests.
Keep in mind that {A} is in another time zone.
Note that {C} was moved to {A} last year.
I checked with ops, {C} sits in {A}.
I was told that {A} owns {C}.
I learned today that {C} is billed by {A}.
Ops told me the node is {A}.
Correction: the port is {V}.
Sorry, I got that wrong, the host is {A}.
Actually it is {A}, I mixed them up.
It was {A} who wrote {C}.
It happens only for {A}.
It happens only on {A}.
It started on {V}.
{A} is the name of our cluster.
{A} is where {C} lives.
{A} is our largest customer.
{A} is the on-call engineer this week.
{A} maintains {C}.
{A} sends us the files.
{A} is in charge of {C}.
{A} stands for our pricing service.
{A} comes from the partner.
{V} is our customer number.
{V} people use it every day.
There are {V} of them in production.
There is a second cluster, {A}.
Nightly at {V} the job runs.
Every day {V} files arrive.
Half of the traffic comes from {A}.
In production we have {A}.
In {A} the clocks are in UTC.
With {A} as a customer we have seven in total.
`,
    ),
    ...families(
      'user',
      `
Der Server heißt {A}.
Die Datenbank liegt bei {A}.
Wir haben {V} Kunden.
Zuständig für {C} ist {A}.
{C} läuft auf {A}.
Das Zugangskonto ist {A}.
Die Frist ist der {V}.
Wir zahlen {V} im Monat.
Zur Info: der Kunde ist {A}.

Le serveur s'appelle {A}.
{C} tourne sur {A}.
Nous avons {V} clients.
Le responsable de {C} est {A}.
La date limite est le {V}.
Le mot de passe est dans {A}.
Pour info, le client est {A}.
On paie {V} par mois.

El servidor se llama {A}.
{C} corre en {A}.
Tenemos {V} clientes.
El responsable de {C} es {A}.
La fecha límite es {V}.
La clave está en {A}.
Para que lo sepas, el cliente es {A}.
Pagamos {V} al mes.

Il server si chiama {A}.
{C} gira su {A}.
Abbiamo {V} clienti.
Il responsabile è {A}.

O servidor chama-se {A}.
{C} corre em {A}.
Temos {V} clientes.
O responsável é {A}.

De server heet {A}.
{C} draait op {A}.
We hebben {V} klanten.
De beheerder is {A}.
`,
    ),
  ],
}
