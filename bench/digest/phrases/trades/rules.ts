import { families, type Phrases } from '../phrase.ts'

/** What must be or must not, as people of many trades put it: complaints, threats, customs of a place. */
export const TRADES_RULES: Pick<Phrases, 'constraint'> = {
  constraint: families(
    'user',
    `
third time now: {P} is not yours to edit
how often do I have to say it, {P} stays as it is
why is {P} in the diff again, I told you not to
again you rewrote {P}. please don't
you did it again!! no changes in {P}
seriously, stop adding {A} to things
I keep reverting your edits to {P}, so leave them out
please no more {A}, I spent the whole morning removing it
who told you to use {A}? it isn't allowed here
last time somebody touched {P} the plant stood still for a day. don't
Karin gets furious when {P} changes without her knowing
the DBA will kill me if we write to {A} during the day
my boss explodes if {A} goes over {V}
the client threatened to leave if {A} ever leaks again, so it must never be printed
compliance gets nervous when {A} leaves the building
we were fined for sending {A} abroad, that can't happen again
the last contractor put {A} in the logs and is no longer with us
I don't want to see {A} in a pull request again
I won't accept anything with {A} in it
no test, no merge, that goes for {P} too

or I won't merge it: {A} needs a comment wherever it is used
anything slower than {V} in {A} goes back to you
a pull request that touches {P} gets closed without reading
every query against {A} has an index or it doesn't go in
{A} below {V} or the release is off
if it takes more than {V} of memory the device reboots, so keep {A} under that
unless I say so, nothing goes to {A}
ask first, then touch {P}
talk to me before you change anything in {P}
run it by the safety officer before {A} is switched on
two people have to look at anything in {P}
before you delete from {A}, make a copy. always
each new endpoint in {P} needs an entry in the register
every screen has to work with {A} turned off
all texts go through {A}, no hard coded strings
names in {P} are in Latin, keep it that way
keep to the style of {P}, tabs and all
we write {A} with a capital, everywhere
error messages mention {A} by its full name, customers look for it
numbers shown to doctors come from {A} and from nowhere else

{P} belongs to the other team, so not in there
{P} is signed, one changed byte and it is worthless
{P} is shared with the museum, they notice every change
{P} is what the court has seen, so it stays untouched
hands off {P} and everything below it
you may read {P}, not write it
look but don't touch: {P}
{A} is for emergencies only
{A} is reserved for the night shift, not for us
{A} may only be reached from {B}
only {B} may call {A}
nothing but {B} is allowed to import {A}
no network calls in {P}
no {A} on weekdays
not a single {A} in the shipped build
zero warnings from {A}, that's the deal
{A} is a no no
we agreed with the union that {A} is never recorded
under no circumstances does {A} end up in {P}
patients' names don't go into {A}, full stop

your changes must fit in {V} because the chip has no more
the whole thing has to start in {V}, {A} included
stick to {V} for {A}, the printer chokes on more
at most {V} requests to {A}, they block us otherwise
{A} must never be more than {V} behind
hold {A} at {V} until I tell you
stay on {A} {V}, the newer ones dropped our hardware
don't upgrade {A}, we're pinned to {V}
whatever happens {A} has to keep working offline
the old clients are still out there, so {A} can't change its answer
{A} has to remain readable by {B}
backwards compatibility with {A} is sacred
the public interface of {P} is a promise to others
if in doubt, leave {A} alone
when you write about {A}, write for beginners
keep {A} out of the tutorial, it confuses people
use metric in {P}, never inches
for anything with money use {A}, floats are forbidden
dates are stored in {A}, no exceptions
commits to {A} are squashed, that's how we do it here
one change per commit in {P}, please
please get used to running {A} before every push
I expect {A} to be run after each change
from today on every file in {P} starts with the licence
house rule: {A} is reviewed by someone from {B}
be careful with {A}, it is live, so read only
mind that {A} is a live system: no experiments
go easy on {A}, one connection at a time
treat {A} as confidential
you must not mention {A} to the customer
`,
  ),
}
