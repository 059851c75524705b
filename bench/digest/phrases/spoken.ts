import { families } from './phrase.ts'

/** What people tell of what they see, want and believe while they work: nothing of it is decided, ruled or left open. */
export const SPOKEN = {
  report: [
    ...families(
      'user',
      `
When I open {A} the page stays white.
Clicking on {A} does nothing, and {B} shows up twice.
After the last change {A} takes forever to load.
The {A} dialog is empty and the {B} tab has the wrong title.
{A} and {B} overlap on small screens.
I ran it again and {A} printed nothing.
I restarted {A} and now {B} complains about a missing key.
I see {A} in the sidebar but {B} is not there.
I can see that {A} is loaded twice, once from {B}.
I noticed that {A} is called before {B} is ready.
I looked at {P} and it seems {A} is never set.
I looked into it a bit and {A} does get there, {B} does not.
It works for {A} but for {B} I get an error.
It used to work with {A} and stopped working with {B}.
It fails on {A} with a message about {B}.
The build is red again because of {A}.
The tests for {A} pass here and fail on the server.
My colleague sees the same with {A}.
Users complain that {A} is slow.
There are two entries for {A} in the list, one is from {B}.
There is a warning about {A} when I start it.
There is already a helper for that in {P}.
We have {A} and {B} on the page, but some of it is duplicated on other pages.
We have two buttons that do the same, one in {A} and one in {B}.
We had the same thing with {A} a while ago.
We already have a setting for {A} in {B}.
We are seeing this only with {A}, not with {B}.
We are stuck in the middle of moving {A}.
the {A} count is off by one
{A} still shows the old value after saving
{A} comes back empty, {B} is fine
{A} says done but nothing was written to {P}
{A} exits right away without an error
{A} seems to ignore {B}
{A} doesn't react to {B} any more
{A} looks wrong, it has the colours of {B}
this is from the {A} run
this is what I get with {A}
this is the output of {A}
here is what {A} printed
here is the review from {A}
some feedback on {A} from a colleague
and this happened while {A} was running
I only started to see this lately, since I moved to {A}.
I have used {A} on other machines, and {B} at work.
I know a few people who run {A} together with {B}.
I was under the impression that {A} handles {B}.
I expected {A} to show {B} as well.
I was looking for {A} and found {B}.
I just tried {A} and it is much better now.
I have been testing {A} for a while and found a few things.
I suspect you did not run {A} at all.
I suspect {A} is not being called.
I don't think you tested {A} with {B}.
I am not seeing {A} in {P}.
you forgot {A}
you missed {A} in {P}
you changed {A} but not {B}
you said {A} would show up there
You wrote {A} in {P}, but the name is different.

{A}: missing check for an empty list, see {B}.
{A}: the second argument is never used.
{A} is more structured and supports {B} through plugins.
{A} supports {B} through a module, with some limits.
{A} is a variant of {B} with fewer features.
{A} and {B} are both common in this area.
{A} is called twice, and the first result is thrown away.
{A} does not check what {B} returns.
{A} currently waits for {B}, which can leave a connection open.
The {A} handler does not deal with backpressure.
The call to {A} was removed but {B} still uses it.
Good use of {A} in {P}.
Nice separation between {A} and {B}.
The approach with {A} is more robust than the one with {B}.
Once {A} is addressed, this is a solid improvement.
Runs before {A} and after {B}.
Executes once when {A} starts.
Turns {A} on or off.
There are no tests for {A} yet.
There is no test that covers the path where {A} asks first.
There's no check for {A} in {P}.
I can't see where {A} is used, so it seems that we do not log it anywhere.
I can't find any use of {A} in our code.
couldn't find any {A} before {B}
could not read {A} from {P}
They look like leftovers of {A}, not part of {B}.
It looks like output of {A}, not something we wrote.
{A} was committed by accident, it has nothing to do with {B}.
In the {A} branch somebody committed {P} by accident; it does not belong there.
None of the tests in {P} goes through {A}.
All cases use {A}, which skips {B}.
All of them set {A}, so {B} is never reached.
{A} is an exact copy of {B}.
{A} is a copy of what {B} does, the same four lines.
Redundant {A} repeats {B}
Unused parameter {A} in {B}
Missing test for {A}
This duplication means that every fix of {A} has to be made in two places.
This means any change to {A} has to be made to {B} too, which is risky.
Making {A} the default would remove the duplication.
Removing {A} would make {B} simpler.
Consider a test that verifies that {A} leaves {B} intact.
Consider renaming {A} so that it does not clash with {B}.
Consider making {A} the default instead of {B}.
Suggestion: pull {A} out of {B}.
Nitpick: {A} is not needed here.
Nit: {A} could be a constant.
Not an active job, trying {A}
Trying {A}, then {B}
Loaded {A} from {P}
Found {V} unused exports in {P}
`,
    ),
    ...families(
      'agent',
      `
One thing to know: the commit closes {A} through the word {B}.
The issue asks for {A} as an extra file, so that {B} can be used without a network.
Here is everything that {A} and {B} touch, split into what goes and what stays.
With our change, the {A} step of the next release will fail, because {B} expects more.
When you say {A}, I might read too much into {B}.
I ruled out one thing that I suspected at first: that {A} runs before {B}.
{A} can be slow: sometimes it takes a minute, sometimes much longer than {B}.
It was the limit of {A} that was too short, not {B}.
Sweet and salty, {A} sings while {B} hums along.
Where {A} meets {B}, the day begins anew.
The environment of {A} did not persist.
Next step suggestion
Roadmap and next steps
Optional next steps
What is next
Remaining questions and ideas
Possible follow-ups
{A}: true when {B} is set.
{A}: a boolean for {B}.
{A}: name of the column that {B} reads.
{A}: scenario runner and {B}
{A} and {B} preview
{A}: cannot adapt while {B} runs
Feedback comes late: {A} cannot react to {B}
Open the page of {A}
Look at what {A} shows
Work out what to do with {A}
Carry on until {A} is reached
Finish without help from {B}
We are not testing {A} yet, only that it runs.
I don't know {A}; the latest one I know of is {B}.
I have dealt with that: {A} is fixed in {B}.
I'll wait a little longer.
The limit does not apply to {A}: we cannot tell {A} from {B}, so nothing is decided there.
A few things you could do next: {A}, {B}.
From here we could add {A} or polish {B}.
If you like, I can add {A} next.
If you want, I can also wire {A} into {B}.
Happy to add {A} too.
Would be easy to add {A} on top of {B}.
Want me to go on with {A}?
`,
    ),
  ],
  request: [
    ...families(
      'user',
      `
We will also need {A}, {B} and a few other ones.
We also want {A} and {B} there.
We want to support {A} as well as {B}.
We should have a page that explains {A}.
I want {A} to look like {B}.
I want to be able to switch between {A} and {B}.
I would love to have {A} in {B}.
It would be nice to see {A} next to {B}.
It would be good if {A} also showed {B}.
It also needs to be in {A} and in the help.
This needs to be in the docs too.
These need to be in {A} or in {B} but not in both.
That should go into {A} and not into {B}.
{A} needs to show {B} as well.
{A} should be next to {B}.
{A} should also accept {B}.
Please make sure that {A} supports {B} in all of these cases.
Please ensure our {A} covers all of these.
Then ensure that the help of {A} lists everything {B} supports.
Ensure {A} has an entry for each {B}.
Make sure {A} has all the fields that {B} has.
If there can be more than one {A}, add three of them.
If {A} is empty, show {B} there.
If there is more than one {A}, list all of them.
Whenever {A} is selected, {B} should be updated.
Extend {A} to support lists and simple expressions like {B}.
Extend the parser so that it can read {A} with {B} inside.
Parse {A} by empty lines and use {B} for the rest.
Replace the message about {A} with a friendlier one.
Replace the check of {A} with {B}.
Replace the current {A} by {B} in {P}.
Change {A} so that it listens only once, and do not wait for {B}.
Add {A} back and verify that {B} gets it.
Add protection against overflow in {A}.
Add a section for {A} with {B} in it.
We need to add a section for the following: {A}, {B}.
Implement these one at a time and commit when each one works.
Implement {A} first and {B} once that is done.
Please do {A} and {B} one after the other, and commit each.
Do the next one on the list.
Do all of them, then run everything once more.
Take the next item from {P}.
Group {A} and {B} under one heading.
Show {A} only when {B} is selected.
Hide {A} until {B} has loaded.
Does our {A} support {B}
Does {A} work with {B}
Is {A} the same as {B}
Can {A} do that
`,
    ),
  ],
  musing: [
    ...families(
      'user',
      `
I think there is a library for {A}.
I think there is something like that in {A}.
I think {A} has an option for this.
I think we want something like {A} here, maybe {B}.
I kind of feel like we want either {A} or {B}.
I guess {A} could do it, or {B}.
I believe {A} is able to do this too.
I vaguely remember that {A} had trouble with {B}.
In the long run we might want {A} and {B}.
{A} is another one to look at.
{A} may be worth a try.
The early ones are probably going to be {A} and {B}.
Ideally it would work with both {A} and {B}.
I am thinking of something along the lines of {A}.
`,
    ),
  ],
  decision: [
    ...families(
      'user',
      `
{A}, then. {B} had its chance.
{A} for us. The {B} people may be disappointed.
The plan now says {A} where it said {B}.
Give {C} to {A}. {B} has enough on its plate.
Fine, {A}. Farewell {B}.
We endorse {A} for {C} and phase out {B}.
{C} goes to {A}. That makes {B} redundant.
I'm tired of {B}. {C} becomes {A}.
{B} got axed, {A} does {C} now.
We got rid of {B} in the last project and I want the same here: {A}.
{A} does {C} from monday, {B} gets switched off on friday.
Nope, not {B}. {A}.
Your call was right, {A}. Bin {B}.
Stop using {B} for {C}; {A} is there for a reason.
Let {A} handle {C} and nix {B}.
`,
    ),
    ...families(
      'agent',
      `
{C} goes through {A} now; {B} would have meant a second deployment.
With {A} in place of {B}, {C} needs no lock.
I took {B} out and put {A} in, it copes with restarts.
I kept {A} for {C}; the case for {B} was weak.
{C}: implemented on {A}. I left {B} aside, its API is unstable.
`,
    ),
  ],
  thread: [
    ...families(
      'both',
      `
We also want {A}, in another change.
We want {A} as well, after the release.
{A} should be there too, when there is time.
It also needs {A}, which nobody has started.
{A} has to be done as well, next week.
I want {A} in there too, later.
We have to add {A} one day.
Ensure that {A} gets done after the freeze.
`,
    ),
  ],
  fact: [
    ...families(
      'user',
      `
那台机器的名字叫 {A}。
测试环境的名字是 {A}。
线上的地址是 {A}。
负责 {C} 的人叫 {A}。
本番のサーバー名は {A} です。
テスト用の環境は {A} という名前です。
Stroj s databází má jméno {A}.
Nome do servidor: {A}.
Il server di prova si chiama {A}.
De testserver heet {A}.
`,
    ),
  ],
}
