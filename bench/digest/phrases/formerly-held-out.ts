import { families, type Phrases } from './phrase.ts'

/** Phrases that tested before others did; they train now. */
export const FORMERLY_HELD_OUT: Phrases = {
  decision: [
    ...families(
      'user',
      `
We slept on it. {C} gets {A}, and {B} stays in the drawer.
{A} has our full support for {C}; nobody is behind {B} any more.
Give {C} to {A}. I trust it more than {B}.
Procurement only approved {A}, so {B} is not available to us.
Please carry on with {A} in {C}; we drew a line under {B}.
{B} lost my confidence when it ate our data, {A} has it.
`,
    ),
    ...families(
      'agent',
      `
{C} ended up being powered by {A}, as {B} could not keep order.
I threw out {B} in favour of {A}: half the code.
{A} turned out to be the better basis for {C} than {B}, so it is what I built.
To keep {C} simple I stuck to {A} and ignored {B}.
Of the two, only {A} survives a restart, so {B} had to go.
`,
    ),
    ...families(
      'both',
      `
We are standardising on {A}. {B} will not be used for {C}.
{A} yes, {B} no.
{C}: {A} chosen, {B} refused.
Nach langem Hin und Her nehmen wir {A} und verzichten auf {B}.
Finalement on retient {A} pour {C} et on renonce à {B}.
Tras probar ambos, nos quedamos con {A}; {B} perdía datos.
Alla fine usiamo {A} al posto di {B}.
`,
    ),
  ],
  constraint: families(
    'user',
    `
{P} is radioactive, keep away from it.
Nobody is supposed to write to {P}, and that includes you.
You will get in trouble if {P} changes.
Please work without opening {P} for writing.
The lawyers froze {P}.
I want {P} preserved exactly.

We are not licensed for {A}, so it must stay out.
Do all of it without {A}.
{C} may take {V}, not a moment longer.
Anything new has to pass {A} before it is shipped.
{A} must be informed about every schema change.
Customer data never goes into {A}.

{P} darf auf keinen Fall verändert werden.
Merci de ne rien changer dans {P}.
Por favor, {P} no se toca.
Si prega di non modificare {P}.
`,
  ),
  fact: families(
    'user',
    `
The warehouse in question is known as {A}.
{A} took over support for {C} last spring.
Each night about {V} parcels go through {C}.
We keep the certificates on {A}.
Most complaints come from {A}.
The lease on the hardware ends {V}.

{C} was bought from {A}.
My contact in operations is {A}.
Our testers are all in {A}.
Everything behind {C} is managed by {A}.
A request takes {V} on average.
The old cluster went by the name {A}.

Unser Rechenzentrum steht in {A}.
Notre hébergeur est {A}.
Nuestro cliente principal es {A}.
Il nostro fornitore è {A}.
`,
  ),
  thread: [
    ...families(
      'both',
      `
Somebody should get {A} going once we are done here.
{A} is something for next month.
We have not begun with {A}.
{A} keeps being put off.
The one thing I would still like in {C} is {A}.
Let us take {A} on another time.

{A} fehlt uns noch.
Il faudra encore faire {A}.
Aún hay que hacer {A}.
Resta da fare {A}.
`,
    ),
    ...families(
      'agent',
      `
I could not do {A} yet.
{A} has been left as an exercise for later.
Not handled by this: {A}.
To be continued with {A}.
{C} will need {A} at a later stage.
`,
    ),
  ],
  closing: families(
    'both',
    `
{A} is wrapped up.
We can call {A} done.
{A} made it out yesterday.
No more worries about {A}.
{A} was taken care of by Sam.
{A} ist durch.
{A} est bouclé.
{A} ya quedó.
`,
  ),
  request: families(
    'user',
    `
Run a quick check on {P}.
Make sense of {P} for me.
Give {A} a better name.
I would like to know what {A} does.
Port {P} to the new style.
Räum {P} auf.
Corrige {P}.
What is wrong with {A}?
`,
  ),
  report: families(
    'agent',
    `
{P} reads the settings first and then starts {A}.
I went over {P} and tidied the imports.
{A} gives back a list.
The cause was a missing null check in {A}.
Both call sites of {A} are in {P}.
The suite finished without failures.
{A} hands its result to {B}.
Ich habe {A} umbenannt.
`,
  ),
  musing: [
    ...families(
      'both',
      `
Some day {A} may be worth a try.
A colleague prefers {A} over {B}, I have no opinion.
The manual suggests {A} rather than {B}.
{A} and {B} would both be possible.
I wonder how {A} would have done.
`,
    ),
    ...families('user', 'Which is faster, {A} or {B}?\nWould {A} be an improvement?'),
  ],
  chatter: families('both', 'Wonderful.\nAll right.\nHold on a second.\nThat is good to hear.\nHave a good evening.'),
}
