import { families } from './phrase.ts'

/** As people and agents chat: reasons first, asides, half sentences; and what only looks like it. */
export const CHATTY = {
  decision: [
    ...families(
      'user',
      `
I spoke with the vendor and they offered {A} at a good price. {B} never called back. So {A}.
We had a long discussion yesterday. Long story short: {A}, and {B} is not coming back.
The ops people can support {A}. They refuse to support {B}. That settles it.
Do the version with {A}. The version with {B} is too clever for me.
I like your second suggestion, the one built on {A}. The {B} one feels fragile.
Nice comparison. I'd rather have {A}, even though {B} looks better on paper.
the {A} one please. {B} looks like a maintenance nightmare
{A} all the way. {B} gave us nothing but grief last year
Since everyone here has used {A} before, let's not start with {B}.
We only have a licence for {A}, which means {B} is not available for {C}.
{B} isn't supported on our boxes, so make it {A}.
Their API only speaks {A}, so {B} is a non-starter.
As {B} has been end of life since last year, {C} has to be {A}.
Budget is tight so {A}; {B} would have been nicer.
I know I asked for {B} before, but please rewrite {C} so that it uses {A}.
Sorry, I take that back. {C} should be {A} and not {B}.
Change of plans, the customer wants {A} where we had {B}.
Plans changed: {A} replaces {B} in {C}.
We tried {B} for a month and regretted it. {A} from now on.
Save the events to {A}; {B} is meant for something else.
Let the jobs go through {A}. I'd like to retire {B} by summer.
Let us keep the metadata in {A} and not in {B}.
Store it in {A}, {B} fills up too quickly.
Send the mails via {A}, {B} ends up in spam folders.
Publish it through {A}, our {B} account got suspended.
Write the new part in {A}; I'm not letting {B} into this code base.
Have {C} authenticate against {A}. {B} will be switched off.
{C} on {A}, please. I'd hate to babysit {B}.
{C}: {A}. Yes I know, {B} was my idea.
{C} → {A} (not {B})
{A} > {B} for {C}
+1 for {A}, -1 for {B}
agreed, {A}. {B} can rest in peace
yep {A}. nope on {B}
{A}. End of discussion about {B}.
Let's not do {B} after all; {A} is less work and good enough.
In the end it came down to cost: {A} is free, {B} isn't. We take the free one.
You convinced me with the latency numbers, so {A}. Please archive {B}.
My gut says {A}, and the {B} licence is a problem anyway. Go.
Whatever, {A}. I don't have the energy for {B}.
Approved: {A} for {C}. Declined: {B}.
We'll standardise on {A} company-wide, which makes {B} obsolete.
The board picked {A}. I would have picked {B}, but so be it.
I'd have liked {B}, but {A} it has to be.
From today {A} does what {B} used to do.
Everything that goes through {B} today will go through {A}.
We're consolidating on {A}; no new work on {B}.
Please proceed with {A} as you proposed, {B} stays a thought experiment.
Yes to {A}, no to {B}, and thanks for asking.
I want us to own this, so {A} rather than anything from {B}.
For {C} we're fine with {A}.
For {C} take {A}.
{C} should be done with {A}, I've decided.
I decided that {C} gets its own {A}.
We've agreed to put {C} behind {A}.
Had a chat with the platform folks, they can run {A} for us. They can't run {B}. So {A}.
I'd go {A} here, the {B} thing from last week was a mess
lets not overthink it. {A}. and rip out {B} while you're there
{A} please; I know you like {B} but I have to maintain this
Sounds good, do the {A} variant. The {B} variant scares me.
The customer only has {A} on their boxes so {B} is a non-starter for {C}
Turns out our plan doesn't include {B}. We'll make do with {A}.
I've thought about what you wrote and {A} makes more sense than {B} for {C}.
{C}: {A}. I know, I know, I said {B} last week.
Let us store the events in {A}, {B} was designed for something else.
we are moving off {B}, {A} is the target
Ship it with {A}; we can live without {B}.
`,
    ),
    ...families(
      'agent',
      `
Going with {A} here: it ships with the platform, and {B} would be one more thing to install.
Going with {A}. It has no runtime dependencies, unlike {B}.
Using {A} for {C}, since {B} would need a schema migration.
{C} now persists via {A}. I thought about {B}, but it keeps a connection open per request.
{C} now authenticates through {A}; I had looked into {B}, which does not offer refresh tokens.
To stay clear of {B}'s startup cost, {C} is built as {A}.
To avoid the {B} dependency I wrote {C} on {A}.
Of {A} and {B}, only the former supports streaming, so that is the one in this branch.
Of the two candidates {A} is the one I implemented; {B} lacks an upgrade path.
Both would work; I took {A} because {B} is twice the code.
I compared {A} and {B}: {A} is quicker by a factor of two, so it is in.
I measured both. {A} needs half the memory of {B}, so {C} is on {A} now.
The deciding point was memory, where {B} loses. {C} is on {A}.
Per your answer, {C} is built with {A} and {B} is left out.
You picked {A}, so {B} is removed from {C}.
As nobody objected, {A} is what {C} uses; {B} is gone.
I reverted to {A}: {B} broke the mobile clients.
I backed {B} out and restored {A} in {C}.
{B} kept failing in CI, so I moved {C} to {A}.
{B} turned out not to support cancellation, so {C} is built around {A}.
My recommendation was {A} and you agreed, so {B} is off.
{A} became the serialiser; {B} was ruled out over its licence.
{A} is now the single source of truth for {C}, {B} is retired.
The new {C} is {A} based. {B} could not be made to work offline.
Decision: {C} stays on {A}. A move to {B} would break old clients.
Decision: {A}. Rejected: {B}, because of its licence.
Architecture: {A} for {C} (rejected: {B}).
Chosen approach: {A}. Rejected alternative: {B}, too slow.
Chose {A} over {B} for {C}: fewer moving parts.
Picked {A} instead of {B}, it is smaller.
Kept {A}; {B} would have required a rewrite.
Went with {A} and not {B}, since the latter needs root.
Settled on {A} after {B} lost messages in the load test.
Dropped {B} and wrote {C} with {A}.
Moved {C} from {B} to {A}, because {B} is deprecated.
Replaced {B} by {A} as the engine of {C}: {B} is unmaintained.
{C} now persists through {A}. I considered {B}, but it would hold the lock across requests.
Going with {A}: it is already a dependency, and {B} would add 40 MB.
I've replaced {B} with {A} in {C} since {B} drops events under load.
After measuring both, {C} is on {A} ({B} needed 3x the memory).
To avoid {B}'s cold starts, {C} is deployed as {A}.
Between {A} and {B}, the former needs no schema, so that's the one in the branch.
Decision: {C} keeps using {A}. Moving to {B} would break the mobile clients.
I kept {A} as the serialiser and did not bring in {B}, whose licence is unclear.
The code path for {C} is built around {A}; {B} turned out not to support cancellation.
`,
    ),
  ],
  constraint: [
    ...families(
      'user',
      `
{P} is verified by a checksum at startup, so not a single byte of it may differ.
The hash of {P} is pinned, don't break it.
Pretend {P} isn't there.
Act as if {P} did not exist.
And {P}? Not yours. Look elsewhere.
Change whatever you want apart from {P}.
Everything may change but {P}.
You're free to refactor, just not {P}.
You can rewrite all of it as long as {P} stays the way it is.
I'd be very unhappy to see {P} modified.
We will get sued if {P} changes.
There's a lawyer attached to every line of {P}, so please don't.
{P} is maintained by robots, humans keep out.
{P} is a museum piece. Look, don't touch.
Think of {P} as carved in stone.
{P} is under embargo until the release.
Our DBA kills queries above {V}, so stay well under that.
The gateway cuts connections after {V}, so {C} has to be done by then.
If {C} needs more than {V} we get paged, so don't let it.
If a page takes longer than {V}, users leave; that is our bar.
Anything slower than {V} counts as a bug.
Customers complain above {V}; keep {C} faster than that.
We have {V} of memory for {C} and not a byte more.
{C} fits in {V} today and must continue to.
Latency above {V} is unacceptable for {C}.
The bundle has to remain smaller than {V}.
The release may not contain {A}.
What we ship can't include {A}.
Data of customers may not leave {A}.
By contract the data has to stay in {A}.
It has to keep compiling on {A}.
It must still start on {A}, we have people on that.
Please don't bring {A} back, removing it took weeks.
Don't you dare add {A}.
Let's not add {A} to the mix, ever.
Tests don't get to talk to {A}.
No test may reach {A}.
In tests, {A} is always faked.
Every exported function gets documented in {A} style.
Every handler returns errors the way {A} does.
Commit messages follow {A}.
All new code goes through {A} review.
Without an ok from {A} nothing gets merged.
{A} wants to approve every change of the schema.
{A} has the last word on anything public.
Nothing reaches production without {A}.
I can't have {A} in a log file, that is personal data.
Personal data like {A} stays out of the logs.
Secrets such as {A} don't belong in the repository.
We do not deploy on Fridays, {A} included.
Use the spelling {A} throughout.
The public name stays {A}, whatever happens inside.
{A} compatibility is not up for negotiation.
Backwards compatibility with {A} is a must.
We support {A}, so nothing newer than that.
Nothing newer than {A}, our servers are old.
The file {P} is checked by a hash at boot, so it can't change by a single byte.
Oh, and {P}? Pretend it doesn't exist.
You can change whatever you like except {P}.
I need {P} to survive this unmodified.
our DBA kills any query above {V}, so stay well clear of that
If {C} takes longer than {V} the load balancer cuts us off, so that's the bar.
Whatever ends up in the release may not contain {A}.
customer contract says data may not leave {A}
the build has to keep working on {A}
don't go adding {A} again, we just got rid of it
Tests may never hit {A} for real.
Every public function gets a doc comment in the {A} format.
`,
    ),
  ],
  fact: [
    ...families(
      'user',
      `
So {A} is the box all of this runs on at night.
{A} is the little server in the corner.
We moved offices, everything is in {A} now.
Marketing calls it {A}, you will see that in tickets.
In tickets you'll find it under the name {A}.
The one who knows about {C} is {A}, back on Monday.
{A} charges us per request, that's why I care about volume.
{A} bills by the hour.
{A} sends us an invoice for every call.
We see around {V} of them in a normal week.
In a bad month we see {V} of them.
I'm {A} on chat.
My handle is {A}.
You can reach me as {A}.
prod is {A}, staging is {B}
primary db is {A} and the replica is {B}
the flag for this is {A}
the env var is {A}
the topic is {A}
The legal entity is {A}, that is what invoices show.
On invoices we appear as {A}.
The API key is in a vault called {A}.
Our partner's keys are stored under {A}.
{C} went live on {V}.
{C} launched in {V}.
{C} dates back to {V}.
Half of our revenue comes through {A}.
A third of our orders come from {A}.
Nearly all complaints are about {A}.
The sandbox account is {V}.
Our customer number there is {V}.
The contract number is {V}.
The ticket for this is {V}.
{C} came to us when we bought {A}.
{C} used to be a product of {A}.
{C} is on call rotation {A}.
{C} is nicknamed {A}.
{C} reports to {A}.
{C} is paid for by {A}.
{C} is written in {A}.
{C} is monitored by {A}.
{C} ships with {A}.
{C} has been down {V} times this year.
{C} stores roughly {V} records.
The team behind {C} sits in {A}.
The people from {A} use {C} all day.
The folks at {A} gave us the hardware.
The folder with the recordings is {A}.
The repository for the firmware is {A}.
The dashboard is at {A}.
The docs for it are kept in {A}.
The runbook is called {A}.
The certificate expires {V}.
The lease ends {V}.
The fiscal year ends {V}.
The freeze starts {V}.
The office closes at {V}.
Peak load is {V} per second.
Traffic peaks at {V}.
On average a job runs {V}.
A typical upload is {V}.
A normal customer has {V} devices.
Each tenant gets {V} of storage.
Our SLA is {V}.
We charge {V} per seat.
We lost {V} orders in that incident.
We were down for {V}.
We hired {A} for the design.
We work with an agency called {A}.
We inherited this from {A}.
We are owned by {A}.
We are a spin-off of {A}.
We sell to {A} mostly.
We've been on {A} since 2019.
We run everything behind {A}.
I work for {A}.
I report to {A}.
I'm in {A}, so expect delays.
I live in {A}, that's my time zone.
I wrote {C} back when we were called {A}.
I keep my notes in {A}.
{A} introduced {C}.
{A} founded this.
{A} left the company in spring.
{A} does our accounting.
{A} is what the users type in.
{A} is what we called it before.
{A} is short for our internal gateway.
{A} is an internal tool of ours.
{A} is the alias of the production database.
{A} is the branch the customer has.
{A} goes down every Sunday for maintenance.
{A} pays in yen.
{A} has a contract until {V}.
{A} has {V} employees.
{A} was the code name during development.
In our company {A} means the nightly batch.
At our place the nightly run is called {A}.
Internally we say {A} for that.
So {A} is the box where all of this runs at night.
We moved house last year, everything is in {A} now.
Marketing calls this thing {A}, you'll see that name in tickets.
The guy who knows about {C} is {A}, he's back on Monday.
{A} bills us per request, which is why I care.
We see about {V} of those in a normal week.
I'm on {A} if you need something, that's my handle.
prod db is {A}, replica is {B}
the feature flag for this is {A}
Legal entity is {A}, that's what has to go on invoices.
The partner API key lives in a vault named {A}.
{C} went live {V}.
Half our revenue comes through {A}.
Sandbox account number is {V}.
`,
    ),
  ],
  thread: [
    ...families(
      'both',
      `
We should come back to {A} when things calm down.
The {A} part I have not touched.
That leaves the {A} part untouched for now.
{A} is the next thing on my plate.
{A} is on my plate for tomorrow.
Still have to work out {A}.
Still need to think about {A}.
I parked {A}, it depends on {C}.
I've put {A} aside for the moment.
{A} would be the natural next step.
{A} would be next once this is merged.
Ask me about {A} after the freeze.
Ping me about {A} next week.
Nudge me about {A} on Monday.
Before going live somebody must take care of {A}.
Before going live we need {A}.
Known limitation: {C} has no {A} yet.
Known gap: {A}.
Limitation: {A} is not supported so far.
The migration of {A} is only half done.
{A} is only half migrated.
{A} we can do on Thursday.
{A} we'll tackle in a separate session.
{A} is a job for another day.
{A} goes on the backlog.
{A} gets its own ticket.
{A} gets its own pull request.
{A} has to be reworked eventually.
{A} will bite us if we don't get to it.
We mustn't lose track of {A}.
Let's keep {A} in mind for later.
Let's schedule {A} for next week.
Let's pick up {A} tomorrow.
Let's tackle {A} once this is in.
Keep {A} on the radar.
I owe you {A}.
I owe the customer {A}.
I promised {A} to the client by Friday.
The customer is waiting for {A}.
Someone from the team will have to look at {A}.
It still lacks {A}.
It would still need {A} to be complete.
This does not include {A} yet.
This leaves out {A}.
This change does not address {A}.
Out of scope for now: {A}.
Deferred: {A}
Left out on purpose: {A}, to be done later.
Pending: {A}
Blocked: {A}, waiting for access.
Blocked on {A}.
Unfinished: {A}
Remaining work: {A} for {C}.
Remaining item: {A}.
Next steps: {A}.
Follow-up needed for {A}.
{A} is waiting for an answer from legal.
{A} is waiting on the other team.
{A} cannot start until {C} is done.
For {A} we need credentials first.
For {A} there was no time.
No time for {A} today.
Ran out of time for {A}.
We should circle back to {A} when the dust settles.
The {A} part I haven't touched.
Still need to figure out {A}.
I have parked {A}; it depends on {C}.
{A} would be the logical next step once this is merged.
Ping me about {A} after the freeze.
Before we go live somebody has to take care of {A}.
Known limitation: no {A} in {C} so far.
The migration of {A} is only half way through.
{A} we can tackle on Thursday.
`,
    ),
  ],
  closing: [
    ...families(
      'both',
      `
{A} went out with the last release.
{A} went out this morning.
Scratch {A}, the customer cancelled it.
{A} got merged while you were working.
{A} got done yesterday.
The {A} ticket is closed.
The {A} story is finished.
I sorted out {A} myself.
I dealt with {A} over the weekend.
{A} is history.
{A} resolved itself.
{A} has become unnecessary.
{A} is through.
We dropped {A} from the list.
{A} was cancelled.
{A} turned out fine.
No need to worry about {A} any more.
You can strike {A}.
Somebody beat us to {A}, it's done.
That takes care of {A}.
With that, {A} is complete.
And {A} is finished too.
{P} is free to edit again.
You may edit {P} again.
The embargo on {P} is lifted.
Scratch {A}, marketing cancelled it.
`,
    ),
  ],
  musing: [
    ...families(
      'both',
      `
If {B} ever becomes a problem, we could look at {A}.
If {B} gets too slow one day, {A} might be an option.
A colleague would like us to move from {B} to {A}, but that is not planned.
A friend of mine wants everybody to use {A} instead of {B}.
I remember that {A} was mandatory and {B} forbidden at my previous company.
In my previous job {A} was banned.
In my previous job {P} was off limits.
The ADR template has an example in which {A} is picked over {B}.
The sample in the docs picks {A} over {B}.
The example config uses {A} rather than {B}.
Had we started today I might have picked {A} over {B}.
Their README tells you never to edit {P}.
Their README tells people to use {A} instead of {B}.
The comment at the top of {P} tells you not to edit it.
Upstream forbids changes to {P}, not that it matters here.
{A} and {B} both came up in the discussion.
{A} was mentioned, so was {B}.
{A} came up, nobody decided anything.
We talked about {A} and {B} without a result.
We went back and forth between {A} and {B} and did not decide.
The jury is still out on {A} versus {B}.
Opinions differ on {A} and {B}.
Some of us like {A}, some like {B}.
It would be fun to try {A} some day.
It would be interesting to see {C} on {A}.
I've heard good things about {A}.
People on the internet rave about {A}.
The article argues that {A} should replace {B}.
In a talk they said {A} beats {B}.
One option is {A}, another one is {B}.
Option A: {A}. Option B: {B}.
You could use {A} here, or {B}, depending on taste.
You could also go for {A} if you prefer.
If you want, I can switch {C} to {A}.
If you prefer {A} over {B}, tell me.
I can do {A} or {B}, your choice.
I could move {C} to {A} if you like.
Would you like me to use {A} instead of {B}?
Alternatively we could keep {B} and add {A}.
Let me know whether you want {A} or {B}.
Suppose {P} must not change: what then?
Say somebody bans {A}, what would we do?
Imagine a rule that forbids {A}.
In the story the hero chooses {A} over {B}.
As an example, take a team that picked {A} over {B}.
For example, "use {A}, not {B}" would be a decision.
If {B} ever becomes a problem we could look at {A}.
A colleague wants us to switch from {B} to {A}, but that's not on the table.
I remember that at my previous company {A} was mandatory and {B} forbidden.
The ADR template has an example that picks {A} over {B}.
Had we started today I would probably pick {A} over {B}.
Their README tells you to never edit {P}.
`,
    ),
  ],
  report: [
    ...families(
      'agent',
      `
{A} decides which {B} to load by its extension.
{A} decides whether to use {B}.
{A} chooses {B} when the header is set.
{A} picks up {B} from the environment.
{A} selects the first {B} that matches.
{A} wins over {B} when both are present.
{A} beats {B} in the sort order.
{A} is chosen at runtime, {B} at build time.
{A} is preferred by the resolver, {B} is the fallback.
{A} rejects anything that isn't {B}.
{A} rejects {B} with a 400.
{A} drops {B} when the buffer is full.
{A} discards {B} after the request.
{A} replaces {B} in the output.
{A} switches to {B} after three retries.
{A} instead of {B} is passed here, hence the error.
As {A} is resolved before {B}, the older one wins.
The handler picks {A} over {B} when the header is missing.
The resolver prefers {A} over {B}.
The loader takes {A}, not {B}, when both exist.
The compiler emits {A} instead of {B}.
The test uses {A} instead of {B}, so it passes.
The old code used {A} where the new code uses {B}.
The existing code already uses {A} and not {B}.
The code base uses {A} for {C} and {B} for the rest.
The project uses {A} with {B}.
{A} must be registered before {B}, otherwise the lookup fails.
{A} must not be null here.
{A} must be called once.
{A} has to run before {B}.
{A} should only be called by {B}.
{A} can only be set once.
{A} cannot be empty, or {B} throws.
{A} always returns {B}.
{A} never returns {B}.
{A} needs to import {B}.
{P} needs to import {A} instead of {B}.
{P} still imports {A}.
{P} still has the old import of {A}.
This test still fails because {A} isn't mocked.
{A} isn't mocked, so {B} is called for real.
{A} isn't exported yet, let me add that.
{A} isn't initialised when {B} runs.
{A} is missing from {B}, which explains the error.
{A} is missing a null check.
{A} lacks a null check, adding one.
The regex in {A} matches too much, so {B} gets nothing.
The reducer ignores {A} and looks at {B}.
{A} delegates to {B} for anything not cached.
{A} then hands over to {B}.
{A} later calls {B}.
Next, {A} is compared with {B}.
Next I'll wire {A} to {B}.
Now I need to make {A} call {B}.
Now {A} has to pass {B} on.
I still need to update {A} in {P}.
I still have to run the tests.
I need to add {A} to {P} too.
The remaining failures are in {A} and {B}.
The remaining callers of {A} are in {P}.
Two tests remain red: {A} and {B}.
The next failure is {A}.
There's another problem: {A} is called before {B}.
There is still a reference to {A} in {P}.
The pending promise in {A} is never resolved.
The TODO in {P} is about {A}.
The first part is done, now {A}.
Done with {A}, now for {B}.
{A} is done, moving on to {B}.
{A} is finished when {B} returns.
{A} is complete when all chunks arrived.
{A} is closed by {B}.
{A} is resolved relative to {B}.
{A} was removed from {B} in this commit.
{A} was renamed to {B}.
Both {A} and {B} are affected.
Neither {A} nor {B} checks for null.
Unlike {A}, {B} takes a callback.
Compared to {A}, {B} has one more field.
Whereas {A} is a class, {B} is a function.
The difference between {A} and {B} is the default.
In contrast to {A}, {B} is synchronous.
{A}, not {B}, is the problem here.
{A} rather than {B} is what the caller expects.
It uses {A} rather than {B}.
It uses {A} to talk to {B}.
It reads {A} and falls back on {B}.
The design of {A} separates {B} from the rest.
The decision which {B} to use is made in {A}.
The choice of {B} happens in {A}.
The rule in {A} says that {B} comes first.
The constraint on {A} makes the insert fail.
The limit of {V} is enforced in {A}.
The maximum is {V}, set in {A}.
The policy is defined in {P}.
{A} decides which {B} to load by looking at the extension.
Because {A} is resolved before {B}, the older one wins.
{A} must be registered before {B}, otherwise the lookup returns undefined.
The reducer ignores {A} and only looks at {B}.
The regex in {A} matches too much, so {B} gets an empty string.
{A} delegates to {B} for anything that isn't cached.
`,
    ),
  ],
  request: [
    ...families(
      'user',
      `
{A} is broken on Safari, can you check?
{A} doesn't work, please fix
{A} crashes when I click {B}
add a flag to {A} that turns off {B}
rename {A} so that it matches {B}
the tests in {P} are flaky, fix them
make {A} return a list instead of {B}
make {A} use {B} for the path
change {A} to {B} in {P}
replace {A} with {B} in {P}
remove {A} from {P}
move {A} into {B}
put {A} above {B}
in {P}, use {A} instead of {B}
update {P} so that it calls {A}
write a script that turns {A} into {B}
I want {A} to be shown next to {B}
I want a button in {P} that calls {A}
I'd like {A} to print {B}
can we show {A} instead of {B} in the header?
show {A} instead of {B} in the table
now the same for {A}
now add {A}
next, implement {A}
let's implement {A}
let's fix {A} now
let's continue with {A}
let's add a test for {A}
commit this and push
compare {A} and {B} for me
what does {A} do with {B}?
where is {A} set?
explain how {A} gets {B}
look at {P}, something is off with {A}
`,
    ),
  ],
}
