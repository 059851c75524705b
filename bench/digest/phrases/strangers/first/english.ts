import { families, type Phrases } from '../../phrase.ts'

/** What holds, in English; a family is one way of building it: assent, dropping, second thoughts, complaints, asides. */
export const FIRST_ENGLISH: Pick<Phrases, 'decision' | 'constraint' | 'fact' | 'thread' | 'closing'> = {
  decision: [
    ...families(
      'user',
      `
go with {A} then
yeah fine, {A}. can't be bothered with {B} anymore
sounds good, do the {A} variant, {B} can wait for someone who cares
your second option please, the {A} one. {B} smells like a maintenance trap

rip out {B}, we're not feeding two of these when {A} covers it already
we're off {B} as of this sprint so anything new in {C} gets {A}
{B} costs us four hundred a month for nothing, swap it for {A}
I gave up on {B}, the docs are a joke. {A} from here on

scratch what I said about {B}, {A} after all
changed my mind, back to {A}. {B} was a bad call on my side
sorry for the back and forth but {C} needs to be {A} and not {B}, legal just came back to me
turns out {B} has no arm builds, so {A} wins by default

After sleeping on it I think the extra complexity of {B} isn't justified for {C}, so could you please proceed with {A} as you proposed last week?
I know you prefered {B} but the rest of us already knows {A}, so lets stick to that for {C}
we had a long discussion about this in standup and nobody could name a single thing {B} does better then {A}, so i guess thats settled
if it's all the same to you I'd have {C} on {A}; {B} would mean another vendor review and I have no energy for that
`,
    ),
    ...families(
      'agent',
      `
Both would work, but {A} needs no daemon and {B} does, so {C} now goes through {A}.
I benchmarked the two: {A} finished in 41 s, {B} in 95 s. I'm keeping {A} for {C}.
Rather than pulling in {B}, I wired {C} up to {A}, which was already in the lockfile.
{B} would have been my first choice, however its licence rules it out, hence {A}.

Picked {A}. Reason: {B} drops messages when the broker restarts.
Design note: {C} → {A} (considered {B}; rejected, no streaming support).
Since {B} can't do partial updates, {C} is built on top of {A} instead.
Going forward {C} uses {A}; the {B} adapter stays unused and can be deleted.
`,
    ),
  ],
  constraint: families(
    'user',
    `
stop touching {P}, that's the third time
why did you reformat {P} again?? i keep saying leave it alone
I just had to revert your edit in {P}. hands off that file from now on
argh you added {A} again, we have been over this, it's banned in this repo

dont bump {A} past {V}, anything newer breaks the customer builds
{P} is generated. edit the template, not the output
nothing gets merged to {A} without a green run, no exceptions
whatever you do, keep {A} out of {P}

the security folks will have my head if {A} shows up in the logs
we promised the client that {A} stays under {V}, so please respect this everywhere
I'd appreciate it if you asked me before running anything against {A}
people outside the team depend on {P}, so its public signatures are frozen

commit messages start with the ticket number, like {A}, always
new code in {P} gets its tests first, otherwise I wont review it
please only talk to {A} through the wrapper, never directly
when you write to {A} use a transaction. every time.

remember: no {A} in prod code
{A}: read only for you
tests must not hit {A}; use the fake
as a general principle in this codebase we do not import {A} from anywhere but {P}, it took us a month to untangle that the last time

You're allowed to change everything in this folder except {P}
max {V} for {A}, ops won't give us more
until the audit is through, {A} is off limits
make sure that every call to {A} carries a timeout, we got paged over this
`,
  ),
  fact: families(
    'user',
    `
I'm asking because {A}, which is where the customers log in, still runs version {V}
since {A} only wakes up twice a day you won't see anything in there before noon
as {A} belongs to the data team they get the pages, not us
the one that fails is {A}, whose limit happens to be {V}

fyi {A} is at {V}
prod is {A}, staging is {B}
on my machine {A} listens on {V}
our biggest customer is on {A}, has been since the pilot

no no, {A} isn't ours, it's run by an agency in Poland
you can't know this but {A} was written by an intern and has no owner today
the thing people call {A} is really just {P} under another name
there are two of them: {A} handles refunds and {B} handles everything else

the budget for {A} is {V}, that's all I could get
{A} got renamed, it used to be called {B}
ops told me {A} reboots every night at three
we've been paying for {A} since the merger, the contract number is {V}

{A} = {V}
btw the {A} user has id {V} in the db
teh {A} server is behind a vpn
locale on {A} is set to german, thats normal

for context, what we call {A} internally is the old monolith and about half the traffic of the shop still goes trough it
The release goes out on a Thursday, and whoever is on call that week signs it off through {A}, which I mention because you asked who can approve.
most of our users are on {A}, some of them even on builds older than {V}
just so you know where the data comes from: a cron job drops it into {P} at night
`,
  ),
  thread: [
    ...families(
      'user',
      `
parking {A} for now, it's not worth it before the demo
{A} later, when we have time
we'll need to come back to {A} at some point, the retries there are wrong
not today, but {A} has to be cleaned up before we ship

{A} is waiting on the infra people, I pinged them this morning
can't do {A} until I get the credentials from Marta
I still owe you an answer on {A}
someone has to tell the customers about {A}, havent decided who

remind me to rotate the keys of {A}
don't let me forget {A}, the trial runs out soon
once this is merged we still have {A} to sort out
oh and {A} still doesnt work on windows, one for next week
`,
    ),
    ...families(
      'agent',
      `
I left {A} as it is; migrating it deserves its own change.
What I did not get to is {A}: its fixtures are missing.
{A} remains to be done once the schema has settled.
Two tests of {A} are skipped at the moment and someone should look into why.

Next up would be {A}, which I have not started.
For {A} I need your input before I can continue.
I put a TODO for {A} in {P}, as the upstream fix is not out.
Still outstanding: pagination in {A}.
`,
    ),
    ...families(
      'both',
      `
the flaky thing around {A} is a story of its own, we take that up after the release
{A} half works, good enough for the beta but the error handling has to follow
Follow-up needed: {A} leaks a handle whenever {P} is reloaded.
backlog: {A}
`,
    ),
  ],
  closing: [
    ...families(
      'user',
      `
{A} is sorted, thanks
you can cross {A} off
{A} took care of itself with the upgrade
nvm {A}, did it myself last night

forget about {A}, marketing killed it
we can drop the ticket for {A}, nobody needs it any longer
got the reply regarding {A}, all good, nothing left there
checked {A} on staging this morning, works like a charm
`,
    ),
    ...families(
      'agent',
      `
{A} is in, tests included.
With that, {A} is finished.
That was the last bit of {A}; everything passes now.
I took care of {A} while I was in there.

{A}: done.
The open point about {A} is settled: it works as designed.
As of the latest commit {A} behaves correctly on all three platforms.
Finally got around to {A}, it's complete.
`,
    ),
    ...families(
      'both',
      `
no more work needed on {A}
that thing with {A} turned out to be a non-issue
{A} went out with the hotfix
{A} is off the table since the upgrade fixed it
`,
    ),
  ],
}
