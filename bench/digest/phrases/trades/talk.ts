import { families, type Phrases } from '../phrase.ts'

/** What is not to be kept, as people of many trades put it: guesses, questions, others' words, small talk, orders, how it goes. */
export const TRADES_TALK: Pick<Phrases, 'musing' | 'request' | 'report' | 'chatter'> = {
  musing: [
    ...families(
      'user',
      `
one day I would love to try {A}
if money were no object we'd all be on {A}
imagine {A} doing what {B} does, that would be something
what if {A} replaced {B}, would anybody notice
could be {A}, could be {B}, I really can't tell
I keep wondering whether {A} was the better idea
perhaps we should have gone with {A}, too late now
if it were up to me alone it would be {A}
in theory {A} could do this as well
we might look at {A} some year
{A} would be cool but who pays for it
let's say we used {A}, what would change?
were we a bigger company we would run {A}
a friend swears by {A}, I have never tried it
I am torn between {A} and {B}
thinking aloud: {A} instead of {B}? not sure at all
no decision yet on {A} or {B}
I read somewhere that {A} beats {B}, is that true
not saying we should, but {A} exists

is {A} still a thing?
how does {A} compare to {B}
which is older, {A} or {B}?
does {A} even work with {P}?
do you know why they named it {A}?
wasn't {A} supposed to be gone by now?
am I allowed to edit {P}?
who would maintain {A} if we took it?
should {A} be in {P} or somewhere else
has anyone ever used {A} with {B}?
what happens to {A} when {B} is off?
when was {A} last changed?
can {A} read what {B} writes?
why do people hate {A} so much
are {A} and {B} the same under the hood?
where did {A} go?

he literally wrote "never use {A}" on the whiteboard, what a character
the forum says "{A} is dead, use {B}", whatever that means
my colleague wrote: "we should move to {A}". what do you make of it?
quote from the manual: "{A} must be disabled before {B}"
> {A} is mandatory for all plants
their blog claims {A} is faster than {B}
the slide said "all new work on {A}", no idea who made it
the mail reads: please stop using {A} by March. is it meant for us?
the README of that other project tells you never to edit {P}
there's a sticker on the door that says {A} forbidden, makes me laugh every time
an old comment in there says "{B} will be replaced by {A}", do you think it was?
the vendor's sales guy told us "you need {A}", of course he did
on stack overflow someone answered "just use {A}"
the previous developer left a note: "do not touch {A}". why?

{A} reminds me of my first car
my daughter calls our cat {A} now
I spilled coffee while reading about {A}
long day, {A} and I need a break
we had cake because of {A} today
{A} is a funny word if you say it ten times
had a dream where {A} was talking to me
the guy next door also fights with {A} all day
ten years ago I would have laughed about {A}
happy friday, {A} survived another week
it is raining here and {A} is my only friend
lol {A}
{A} haha, nice one
sorry for the late answer, the train was stuck and {A} with it
I gave a talk on {A} once, nobody came
my back hurts from staring at {A}
see you tomorrow, I leave {A} to you and go to the gym at five
phew, {A} looks scary
I owe you a beer for {A}
what a morning, first {A}, then the dentist
`,
    ),
    ...families(
      'agent',
      `
One option is {A}, another is {B}; both have their price.
If you wanted to, {A} could be replaced by {B} later on.
{A} might be worth a look, I cannot say without trying.
It would be possible to use {A} here instead.
Would you like me to use {A} or {B}?
Do you want {A} to be part of this?
The documentation says "use {A}, not {B}", but that page is old.
The header of the file says that {P} must not be edited; it dates from another project.
Possible alternatives: {A}, {B}.
I was not sure whether {A} is meant here or {B}.
Hypothetically, {A} would need {B} as well.
`,
    ),
  ],
  request: families(
    'user',
    `
draw me a chart of {A} per month
please look up where {A} is defined
translate the labels in {P} to Dutch
make the font in {P} bigger
move the button to the left
give me three names for this function
compare {P} with what we had last week
list all places that call {A}
turn {P} into a table
sort the results by {A}
print {A} before and after
put a border around it
rewrite this paragraph, it sounds stiff
start the server and tell me what it says
hide {A} when nobody is logged in
use a darker green for the headline
please extract the part about {A} into its own file
when I open the page I see nothing, can you find out why
it says {A} is undefined, what now
the export has an empty column, please fix
the number on the dashboard is wrong
go on with the next one
again with {V} instead
try once more
undo that
shorter please
what is in {P}?
where do we set {A}?
tell me what {A} returns when {B} is missing
summarize {P} in two sentences
write an email to the customer about {A}
prepare a release note for {A}
check whether {P} still compiles
count the lines in {P}
I want to see {A} on the first page
could the list remember its scroll position?
let the user pick {A} from a list
replace the word {A} by {B} in {P}
show {A} next to {B} in the header
the tooltip for {A} should say {B}
add {A} to the menu, below {B}
I need a script that reads {P} and prints {A}
`,
  ),
  report: families(
    'agent',
    `
I will first look at how {A} is set up.
{P} defines {A} and exports it.
The value of {A} comes from {B} and is then rounded.
Two of the five tests in {P} fail because {A} is null.
I renamed {A} to {B} in all files.
I added a column for {A} to the table.
The build takes four seconds and succeeds.
It seems that {A} is only used in {P}.
So {A} waits for {B}, and {B} waits for the lock.
The stack trace points at {A}.
I have read {P}; it contains three functions.
Next I am going to look into {B}.
This happens because {A} is called before {B} is ready.
The page now shows {A} in the header.
{A} has two callers, both in {P}.
{B} extends {A} and overrides one method.
Done, the chart is on the page.
The script printed {V} lines.
I have replaced the loop in {P} by a lookup.
All tests pass.
The log shows that {A} started and stopped again.
Each entry of {A} has a name and a size.
Here is the summary you asked for.
The loop in {P} runs once for every {A}.
I moved the helper to {P} and updated the imports.
Running the tests for {A} now.
The error is raised when {A} is larger than {V}.
The type of {A} is inferred from {B}.
I fixed the typo in {P}.
`,
  ),
  chatter: families(
    'both',
    `
Thanks a lot!
no worries
One moment.
You're welcome.
haha good one
Got it, thanks.
That was quick!
Ok cool
Sorry about that.
Brilliant, exactly what I wanted.
Good morning!
Bis morgen!
De nada.
Bonne journée !
`,
  ),
}
