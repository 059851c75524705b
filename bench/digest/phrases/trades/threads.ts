import { families, type Phrases } from '../phrase.ts'

/** What is left and what is over, as people of many trades put it. */
export const TRADES_THREADS: Pick<Phrases, 'thread' | 'closing'> = {
  thread: [
    ...families(
      'user',
      `
{A} has to wait until the parts arrive
{A} hangs on the lawyers, nothing we can do today
we can't go on with {A} before I hear from the bank
stuck on {A} until someone gives me an account
{A} needs a decision from the customer first
I'll get back to you on {A}, need to ask my colleague
let me sleep on {A}
I have to find out who signs off {A}
no idea yet what to do about {A}, bring it up again on Monday
{A} isn't urgent but it must not be forgotten
put {A} on the list
note for later: {A} crashes with empty input
next time we meet, {A}
after the holidays we look at {A}
{A} can wait, but not forever
{A} comes after that
first this, then {A}
we do {A} in the second phase
leave {A} for the intern, he starts in May
one day someone must translate {A}
{A} is only half done, the export is missing
{A} still looks wrong on small screens, not now though
{A} still has the old logo, somebody please change that sometime
haven't tested {A} on real hardware
the question of {A} is open
we never finished {A}
and then there's {A}, which nobody wants to touch
I promised them {A} by summer, so keep it in mind
there's still the matter of {A}
docs for {A} are missing, we owe them that
to be continued with {A}
{A}: tbd
{A}: waiting for reply
{A}: not started
open: {A}
later: {A}
todo for next week: {A}
what's left is {A}
ask me about {A} tomorrow
when you have a quiet hour, {A} could use some love, but not today
`,
    ),
    ...families(
      'agent',
      `
I could not finish {A}: the credentials are missing.
{A} is blocked by a bug in {B} that has no fix yet.
I need to know from you whether {A} may be deleted before I go on.
To continue with {A} I would need access to {B}.
{A} is prepared but not switched on; that needs your go-ahead.
I stopped before {A}, because it depends on your answer.
I have left a TODO in {P} for {A}.
There is a FIXME in {P} about {A} that I did not touch.
I marked the place in {P} where {A} still has to go.
{A} is only stubbed out so far.
{A} works for the simple case; nested lists are not handled yet.
The case of {A} being empty is not covered yet.
I did not touch {A}, that should be a separate step.
Not included here: {A}.
Out of scope for now, but needed eventually: {A}.
What is missing is a test for {A}.
The migration of {A} still has to be run by hand on the server.
Someone with admin rights has to enable {A}.
I would come back to {A} once {B} is released.
As a next step I suggest {A}; nothing of it exists yet.
{A} fails on one platform, which I have not been able to look into.
Remaining: {A} and its documentation.
Left to do: {A}.
I commented out {A} for the moment; it must come back before the release.
{A} is disabled for the time being, until {B} is fixed.
`,
    ),
  ],
  closing: [
    ...families(
      'user',
      `
{A} works now, I tried it on my phone
just tested {A}, behaves
checked {A}, fine
{A} looks good now, moving on
{A} is off my desk
nothing more to do on {A}
{A} resolved itself
{A} is no longer a problem
{A} was a false alarm
the {A} thing was my own typo, ignore it
we don't need {A} any more, the customer left
{A} got cancelled
skip {A}, the deadline passed
no need for {A} after all
{A} has been dealt with by the other team
somebody else fixed {A}
{A} is live since this morning
{A} was accepted by the customer
they approved {A}, so we're through with that
I got the answer about {A}: it stays, so that's closed
strike {A} from the list
{A} can go from the list
{A} ✓
{A} done
`,
    ),
    ...families(
      'agent',
      `
{A} behaves as expected now, on both systems.
{A} has been verified and works.
{A} no longer fails.
I finished {A} as well.
{A} now passes in every configuration.
That closes {A}.
{A} is complete, including the documentation.
{A} is merged and deployed.
The missing piece of {A} is in place.
The leftover in {A} has been cleaned up.
{A} turned out to need no change.
The problem with {A} is gone since the update.
I implemented {A}, so nothing is pending there.
All that was left of {A} is done.
`,
    ),
  ],
}
