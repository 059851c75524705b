import { families, type Phrases } from '../phrase.ts'

/** What was chosen, as people of many trades put it: assent, refusal, second thoughts, notes. */
export const TRADES_DECISIONS: Pick<Phrases, 'decision'> = {
  decision: [
    ...families(
      'user',
      `
{A} it is then, {B} is a nuisance
fine by me, {A}
alright {A}, and let's not talk about {B} again
ok convinced, {A} over {B}
you win, {A}
make it {A}
{A} pls, {B} scares me
let's do {A} and see, {B} would be too much for {C}
then {A}. {B} I can't explain to the board
the first one, {A}, is good. no {B}
option two, so {A}, because with {B} we'd have to retrain everyone
both are ok but {A} is the one my people know
I'd lean to {A}, so do that, {B} stays out
we'll live with {A}, {B} is more than we can chew
if I have to choose: {A}, not {B}
forget {B}, {A} it shall be
no {B} please. {A} does everything we need
hmm no, not {B}. {A}
not a fan of {B}, so {A} for {C}
{B} is out, the price tripled; {A} then

the other one after all: {A}
I take it back, {A} and not {B}
undo my earlier choice, {C} goes to {A}, {B} was nonsense
remember when I said {B}? make that {A}
I was wrong about {B}, we use {A}
on reflection {B} is too risky for {C}, we use {A}
back to {A} please, {B} crashes on the old tablets
ignore what I wrote yesterday about {B}: {A} is what we want
we reconsidered: {A} stays, {B} goes
ok {B} did not work out. plan b is {A}
the boss overruled me, {A} instead of {B}
client called, they insist on {A}, so {B} is history
legal says no to {B}, which leaves {A}
{B} died in review, {A} made it
the vote was 4 to 1 for {A} against {B}
we tossed a coin and it said {A}, sorry {B}
the committee signed off {A}; {B} was turned down
management went for {A}, I'd have liked {B} but so be it
{A} won the bake-off, {B} came second
after the trial with {B} everybody asked for {A}, so that's what {C} gets

Since the nurses already use {A} every day and {B} would need training, would you please build {C} with {A}?
Given how little time is left I would ask you to use {A} for {C}, even if {B} is prettier.
We can't afford {B} this year, so please move {C} to {A}.
{B} doesn't run on our phones, therefore please take {A}.
Could you do {C} with {A} please, {B} broke twice this week.
As nobody answers at {B} any more, I'd like you to switch {C} to {A}.
It would be best to have {C} use {A}, as {B} isn't allowed in the hospital.
I would be grateful if {C} used {A} from the start; {B} gave the last team a hard time.
Since we are already paying for {A}, use that and not {B}.
Seeing your numbers, {A} is clearly the better deal, so replace {B}.
Considering the battery, {A} wins; {B} drains it.
For accessibility reasons it has to be {A} rather than {B}.
All things considered {A} is good enough and {B} would delay us, so {A}.
{A} is what the students know, so {A}, whatever {B} can do better.
we don't need the power of {B}, {A} is plenty
{B} is fine for big shops, for us it's {A}
one less thing to maintain: {A} does {C} too, {B} goes
keep {A}, kill {B}
let's go with the generators for {A}
let's go with {A} for {C}
OK, let's take the second plan for {A}.
let us settle on {A} for {C}
we go with the smaller box for {A}
go with {A} for {C}
swap {B} out, {A} in
less {B}, more {A}: everything in {C} moves over
`,
    ),
    ...families(
      'agent',
      `
{C}: {A} (not {B}, it blocks the main thread)
{C} → {A} ({B} rejected: no offline mode)
Decision: {A}. Alternative {B} dismissed because of its size.
Chose {A}; {B} pulls in forty packages.
Took {A} here. {B} would have meant a second build step.
I ended up with {A}, since {B} cannot be cancelled halfway.
Went ahead with {A}: {B} is not thread-safe.
I dropped {B} from {C}; {A} already does what it did.
{C} is on {A} now; I tried {B} first and it lost ordering.
Between {A} and {B} I took the former, it needs no compiler.
{A} it is: {B} failed two of the five cases.
My pick for {C} is {A}, mainly because {B} has not seen a release in years.
I swapped {B} for {A}, the tests run in half the time.
I have based {C} on {A}. {B} looked simpler but leaks.
After comparing them I settled on {A}; {B} cannot stream.
As agreed, {C} uses {A}, and {B} is gone from the lockfile.
I kept {A} because {B} would change the file format.
Used {A} instead of {B} so that old files still open.
Why {A} and not {B}: the latter needs root.
I avoided {B} on purpose and used {A}, which ships with the system.
`,
    ),
  ],
}
