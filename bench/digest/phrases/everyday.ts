import { families } from './phrase.ts'

/** What most of a session is: wishes in plain words, status, lists of what was done. */
export const EVERYDAY = {
  request: [
    ...families(
      'user',
      `
So add a page for Invoices.
Then go through our Schema and find the fields that belong on each page.
Also create a menu entry for Reports.
Also ensure we have a ticket for it
Also make sure the docs are up to date.
And please ensure that all tests run.
Ensure the CLI has a help page for every command.
Make sure the dashboard shows {A} too.
Make sure everything is committed.
Be sure to run the linter before you finish.
Run the tests and commit all your changes.
We will also need Excel and PDF exports.
We also need a page for settings.
We also need to make sure the changes are in the docs.
We need a way to manage several accounts.
I'd like a button for that.
I want the list to be sorted by date.
Each field should have a proper label.
The button should say Save, not Submit.
The header should show {A} instead of {B}.
{A} should appear as "{B}".
Can we add a feature to read and write these files
can we log an issue with the details please
can you commit your changes and push them
could you check whether {P} needs a change too
please read the research folder, then talk to me about it
please fix. I no longer use {A}
let's rename it to "{A}" instead
let's set {A} to 1 then for {B}
let's not change this in this branch
let's open a pull request
Next, address the review comments.
First we need to fix an oversight.
Yes, and also update the changelog.
ok now do the other ones
ok, go ahead with the generator
OK, let's start with the parser.
try again, it still does not work
it still shows up for {A}
I still see it in {A}
this is still not working, don't we have another helper for that
I think you broke something
I don't see the new fields anywhere
I didn't see {A} in the list
I tried to start it using your instructions and nothing happened
I get an empty page when I open {A}
I've only recently started seeing this
something broke {A}, it appears that nothing reaches the browser
it looks like there isn't a {A} command, only a flag
the issue is {A}, not {B}, I think
I mean the one on the left
I just checked and none of the files has a date
I thought that {A} was for each row. Will that confuse people
Remove unused variables: {A}, {B} and related code
Replace {A} by {B} in the list of exports.
Add a test that checks {A} against {B}.
Toggle switches to the tree view
Start a session and look at the message
Investigate whether this issue is stale and should be closed.
Write a README that describes it, no need for details
Do not bother with details, give me an overview.
You'll want to look at {A} before you start planning.
Ask me questions if something is unclear.
Sort the issues by how stale they are.
get rid of the warning in {A}
swap {A} and {B} in the menu
I need {P} to export {A}
figure out who calls {A} and why
`,
    ),
  ],
  report: [
    ...families(
      'user',
      `
The issue is {A}, not {B}, I think.
ah. the issue is the linter, not {A}
the issue is for {A} only, the rest worked before these changes
hmm, I just checked {P} and none of the entries has a date
any ideas: the changes to {A} won't affect {B} because it runs as a separate command
it somehow always lists {A} under each page
Like it still shows up for {A}
Like if the entry is not at the top
I mean, we see it in {A}; it doesn't mean {A} caused it
I mean the content, not the policy
I'm not sure if {A} is right
I suspect you are not running {A}
I've only recently started seeing this in {A}
I know of a couple of places where {A} is used with {B}.
We have fields for {A} in {B} but some of them are duplicated.
ci is being pedantic about {A}
the {A} view makes everything slow
This is what I got: {A}
this happened in the process of moving {A}
and this error happened while {A} was running
{A} uses {B} under the hood.
{A} uses macros and config files; you can emulate most of {B}.
{A} is similar to {B} but less flexible.
{A} is a subset of {B}.
Current logic splits by {A} and may drop data.
The current code awaits {A}, which can cause leaks.
In {P} around line {V}, the listener awaits {A}, which can leak.
If {A} returns null, this can panic.
If {A} is called without {B}, this breaks the tests.
To silence this, run {A} with {B}.
To hide this notice, set {A}.
You can look around and make changes, and discard them later.
You are in detached HEAD state.
Starting the server on {A}
Server is running on {A}
Checked {V} files in {V}.
{A} does not exist, skipping.
Unused dependencies: {A}, {B}
Consider adding {A} for better coverage.
Consider using {A} instead of {B}.
Removing {A} eliminates overhead.
Improved parsing ({A}): more robust than {B}.
i agree that {A} is the interesting part
I forgot to tell you, there is another plugin that can be referenced.
If you need details from before, read the transcript at {P}.
something broke {A}, events aren't making it to {B}
`,
    ),
    ...families(
      'agent',
      `
I'm going to add a basic page with actions for {A} and {B}, wire up the entry point, and update the readme.
I'm going to check the status once instead of waiting.
I'm waiting for the other agent before I summarize.
I'm cleaning up the temporary files now, then I'll give you the summary.
I'm checking out the branch and removing the stale one.
I'm letting it finish rather than interrupting it.
I'm pulling the logs now so we can fix the error.
I'm doing a final verification that nothing is left.
I'm validating the status and checking the diff.
I'll check the guidance first, then trace {A}, so the answer is grounded in the code.
I'll take another snapshot of the status.
I'll create a branch, commit and push it, then open a pull request rather than pushing to main.
I'll add logging before and after each {A} call, so next time we know which one it was.
I'll continue waiting for the final report.
I'll keep an eye on it.
I'll do one more check shortly.
Still waiting for the run to finish.
Still no answer from the other process.
Still working, not stuck.
The agent is still running.
The job is still active, not waiting.
The remaining two are still running.
No output yet.
No new messages yet.
No staged changes yet.
It is still marked as running.
It is not stuck; it needs more time.
The remaining time is likely the test run.
The tests are still running in the background.
The branch is still ahead by one commit.
One session is still shown as active.
That's why stale entries still show up.
That's expected since we're not using it yet.
Only the expected warning remains.
The hooks are still complaining about ignored files, but they succeed.
There are still uncommitted changes in {P}.
I still have uncommitted changes.
{A} remains available in the menu.
{A} remains a list of pairs.
{A} remains optional.
{A} is still kept as reference data.
{A} is still available.
{A} still holds the old entries.
Existing tools remain: {A}, {B}
Macros remain
Preferences: remembers {A} across restarts
Menu: {A}, {B} and a toolbar
Session id: now uses {A} instead of {B}
Defaults to three rows; {A} adds more
Table with columns: {A}, {B}
Inline hints for {A} that is unresolved
Scans all entries and reports unresolved placeholders
Exits immediately for local sessions
Handles archived entries with a placeholder
Prevents a crash: if {A} returns null, {B} is used
Complete setup: gets everything {A} needs, not just the path
Memory leak prevention: listeners are removed once
Type guards: validation of {A}
Full control, minimal dependencies
Pros: full control. Cons: we have to build {A} ourselves.
Set appropriate timeouts: balance safety and comfort
Monitor for anomalies: alert on high rates
Implement rate limiting: prevents brute force
Clear and easy to follow: step by step
Navigate to the page
Take snapshots to see what is there
Reason about what to do next
Recognize when the goal is reached
The agent needs to be adaptive.
The agent needs to remember the goal and what it has tried.
State handling is critical here.
Has to reason about: what was the user trying to do?
Each token belongs to a family, a chain of rotated tokens.
So it's a tradeoff: corruption versus size.
This keeps {A} independent of {B}.
This keeps the model simple and ready for {A}.
This confirms your suspicion: {A} uses another version than {B}.
This eliminates the duplicate warnings caused by {A} in both {B} and the list.
This is the right shape for the task because it depends on the source.
This session wasn't started with {A}, so {B} isn't set.
That is closer to the layout of {A} and simpler than nested folders.
It is less useful for {A} because it multiplies the run time.
The history entry tells {A} which session to continue.
The project config now matches the pattern and no longer opts out.
The suspicion about {A} is stronger now: it needs to route reads to {B}.
The warning is expected, as {A} is local on purpose.
The error was due to a line break. The version above avoids that.
Forcing {A} selects the other plugin and fixes the early exit.
Since this touches paths and tests, I'm letting it finish.
Since the same branch now exists on {A}, the one on {B} can be deleted.
No run is visible yet, so I'm checking the full list.
Root cause: {A} failed because {B} wanted another order of imports.
I've moved {A} to a structured model, added {B}, and updated the docs.
I implemented the mapping, updated {A}, and added help pages.
I found that {A} is already gone, so I'm switching to {B}.
I misread {A} there.
I forwarded the same note to {A}.
Let me refine the design based on your answers.
Let me know if you want {A} as well.
We can also add {A} for {B}, once it is selected.
You can also set {A} to force {B}.
Run {A} to force {B}.
If it still exits, run {A} and send me the output.
If you see {A}, set {B} first.
Next time you commit, look at {P}.
Both fields exist, so only the one that is set appears.
Commits on the current branch with {A} are shown.
And earlier commits for {A} and {B}.
Added {A} and {B} support end to end.
Updated {A} and {B}, with tests.
Tips for {A} update dynamically based on {B}.
Vendors: {A} is a subset of {B}; many features go through the device.
{A}: mapping to {B}, prefer macros for devices.
{A} → {B} (supported)
{A} (not in our current model)
What was done so far: {A} and {B}.
Official behavior: {A} generates the exact code of {B}.
I'd recommend {A} for your case.
I'd say confidence is decent, but not high enough.
Recommendation: take over parts of it.
{A} throws away whatever {B} returned and starts over.
It turns out {A} and {B} share the same buffer.
When both are configured, {A} has priority over {B}.
The function still receives {A} even though {B} was requested.
The old {A} is kept around so that {B} can read it.
Nothing left in {A} refers to {B}.
`,
    ),
  ],
  decision: [
    ...families(
      'user',
      `
My co-founder and I flipped a coin and then ignored it: {A}. Sorry {B} fans.
Let me be clear that {C} belongs on {A}. If I wanted {B} I would have said so.
We've been told by corporate to use {A}; {B} isn't approved.
I can't stand {B}'s config format. {A} will do for {C}.
What you have with {A} is fine. No need to go to {B}.
ok let's settle: {C} via {A}, and we retire {B} in march
With only two weeks left, {A}. {B} would eat half of that.
The spike on {B} went nowhere so back to {A} for {C}
Legal had a look. {B} is a no because of the licence, {A} is a yes.
You know what, {A} is growing on me. Kick out {B}.
`,
    ),
    ...families(
      'agent',
      `
I've set {C} up on {A}. {B} was tempting, but it would have required a daemon.
{C} speaks {A} now; I abandoned {B} when it choked on nested objects.
Final design: {C} is backed by {A}. {B} fell short on durability.
I stuck with {A}, seeing that {B} would have meant touching every caller.
We said {A}, so that's what {C} uses; I've deleted the leftovers of {B}.
The migration went to {A} in the end, {B} having no Windows support.
`,
    ),
  ],
  constraint: [
    ...families(
      'user',
      `
Someone in audit will call me if {P} so much as gets a new newline.
Careful around {P}: look but leave no trace.
{C} runs on tiny devices, so {V} is where it ends.
Not one request to {A} unless I say so.
Our policy is that {A} reviews all migrations.
I'd ask you to refrain from using {A}.
{A} users must not notice anything.
Strictly no {A}.
`,
    ),
  ],
  fact: [
    ...families(
      'user',
      `
Just for orientation, {C} started life as {A}.
There's a guy, {A}, who owns the DNS.
Whenever you see {A} in the logs, that's the load balancer.
Our numbers: {V} sign-ups per month.
Our instance is on {A}, not in the cloud.
We're a team of four; {A} leads it.
the thing that feeds {C} is {A}
{V} devices report in every day
I inherited {C} from {A}.
`,
    ),
  ],
  thread: [
    ...families(
      'both',
      `
Someone has yet to write {A}.
Then there's the matter of {A}, which I'd rather do with fresh eyes.
Haven't gotten around to {A}.
Once the customer confirms we can start {A}.
What's missing for launch: {A}.
{A} is on ice until the new hardware arrives.
`,
    ),
  ],
  closing: [
    ...families(
      'both',
      `
{A}: solved by the update.
We shipped {A} last night.
The {A} thing turned out to be nothing.
`,
    ),
  ],
  musing: [
    ...families(
      'both',
      `
There's this blog that tells everyone to swap {B} for {A}.
One could argue that {A} beats {B}.
My professor always insisted on {A} and forbade {B}.
If {C} had been written today, {A} would be the obvious pick over {B}.
`,
    ),
  ],
}
