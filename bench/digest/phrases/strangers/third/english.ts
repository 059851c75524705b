import { families, type Phrases } from '../../phrase.ts'

/** What people and agents say in English that is worth keeping. */
export const THIRD_ENGLISH: Pick<Phrases, 'decision' | 'constraint' | 'fact' | 'thread' | 'closing'> = {
  decision: [
    ...families(
      'user',
      `
      {A} replaces {B} from this sprint on, I've made my peace with the migration.
      Out goes {B}, in comes {A}; I've had enough of the weekly breakage.
      {B} gets retired and {A} takes over its job.
      We're moving house from {B} to {A}, the contract for the old one runs out anyway.

      Talked it over with the team at lunch: {A} it is, {B} lost on price.
      After two evenings of benchmarks my vote, and mine is the only one here, falls on {A}.
      {A} wins, mostly because the nurses on the ward can read its output without me.
      Verdict from the review board: {A}, not {B}.

      Since half of our players are on old laptops, we'll ship with {A} rather than {B}.
      Because nobody on nights knows {B}, the on-call tooling will be built on {A}.
      Now that the grant came through, I'm paying for {A} and dropping the homemade thing.
      Seeing how {B} choked on the glossary files, I'm settling for {A}.

      For the exports (and yes, this is final) we stay with {A}.
      Two candidates, one survivor — {A}.
      From today the firmware talks to the host over {A} — {B} eats too much flash for us.
      About the storage question, I slept on it — {A}, and {B} can wait for another life.

      I read both manuals on the train. We adopt {A}.
      {B} has the nicer docs, granted. Still, {A} is what goes into the build.
      Thanks for the comparison. I'm taking your second option, {A} behind the {C}.
      Fine, you convinced me. {B} is out of the race and {A} gets the slot.

      {A} over {B}, full stop.
      Okay, {A}. Sold.
      Then {A} it shall be.
      Consider {A} chosen.

      We have finally chosen {A}, the {B} was too heavy for our small machines.
      My boss gave green light, so we are taking {A} for this.
      I make it like so: {A} for the reports and {B} goes away.
      In the end I prefer we remain by {A}, also if {B} is more modern.

      I'm not putting {B} into this project; {A} covers what we need.
      {B} is off the table as of today.
      We're walking away from {B}, the licence alone settles that for me.
      No {B} for us: the thesis will be typeset with {A}.

      Patient lists will live in {A} from now on, we agreed on that at handover.
      Settings move to {P}, I've made up my mind, that's where everybody looks first anyway.
      The macros get their new home in {P}, one module per ledger, that's the plan we approved.
      All save games will be written through {A}, I signed off on that this morning.

      I'm setting the retry ceiling of the {C} at {V}, that's a compromise everyone can live with.
      Cut-off for outliers: we agreed on {V}, and it goes into the methods section like that.
      Let's fix the tick rate at {V} and be done arguing.
      The timeout of {A} goes up to {V}, I'd rather wait than lose a batch.

      Product call: the beta launches on {A}, {B} customers get migrated in spring.
      For the MVP we're betting on {A} and giving {B} a miss.
      I've told the stakeholders that {A} carries the checkout, so that's settled.
      We picked {A} in yesterday's planning, mainly for the audit trail.

      We're leaving the old binary format out of the new reader.
      The second name column stays, even if only the archive reads it.
      Translations first, then the layout; I've changed my mind about the order.
      Dark mode is cut from this release.
      I'd rather have one big table than five small ones, so that's how we'll model it.
      Invoices will be numbered per year, not per client, the partners voted for it.

      Multiplayer gets dropped, we're making a single-player game.
      We're ending support for the 32-bit boards.
      One repository for everything, I've stopped fighting it.
      On reflection, the wizard goes and a plain form takes its place.
      We'll rewrite the parser by hand instead of generating it.

      I went back and forth, but {A} is staying and the {C} will have to adapt to it.
      From tonight on {A} does the scheduling here; cron has bitten me at three in the morning once too often.
      Given the budget I'm opting for {A}, knowing full well that {B} would be faster.
      For the corpus we commit to {A}, the reviewers asked for something reproducible.

      {A} for the sensors, and {B} I've crossed off the list.
      My supervisor and I landed on {A}, {B} felt like overkill for a bachelor thesis.
      We're standardising on {A} across both plants, whatever the other site runs today.
      The {C} will be rebuilt around {A}, and I take the blame if it's wrong.
      I'm sticking to my guns: {A}, no {B}.
      `,
    ),
    ...families(
      'agent',
      `
      I chose {A} over {B} here, since the latter drags in a native build step.
      I settled on {A} for parsing; {B} silently swallows malformed rows.
      I opted for {A} because it already sits in the lockfile.
      I ended up picking {A}: {B} has not seen a release in years.

      The {C} now relies on {A} instead of {B}, a choice I made because the latter cannot stream.
      Both would work; I took {A}, as {B} needs root on the runner.
      Between {A} and {B} the former won, its types match the ones in {P}.
      Having weighed {A} against {B}, I kept {A}, since swapping would touch every caller.

      While splitting {P} I decided in favour of {A}, because {B} would have made the import cyclic.
      Rather than pull in {B}, I'm building this on {A}, which the tests already cover.
      Tests pass now; one choice to flag: {A} handles the dates, as {B} ignores time zones.
      Along the way I dropped {B} in favour of {A} — the bundle shrinks and nothing else called it.

      Going with {A}: fewer moving parts, and {B} would need its own daemon.
      Approach chosen: {A} in front of the {C}, so that retries stay in one place.
      My pick is {A}, given that {B} fails on the ARM image.
      Design choice: the cache sits behind {A}, because then {P} needs no changes.

      As you prefer small diffs, I left {B} aside and stayed with {A}.
      Agreed, then {A} becomes the default and {B} disappears from the config.
      Understood: {A} for the queue, {B} is ruled out.

      I set the batch size of {A} to {V} on purpose, larger ones exhausted the memory.
      The limit in {P} is deliberately {V}, I chose it so that one slow client cannot starve the rest.

      I kept the old column instead of renaming it, since two reports still read it.
      I chose to validate on the server only, because the client check could be bypassed anyway.
      Errors are returned rather than thrown here, a deliberate choice so callers can retry.
      I went for a plain loop over recursion, as deep folders overflowed the stack.
      `,
    ),
  ],
  constraint: [
    ...families(
      'user',
      `
      Never touch {P}, the auditors sign that file by hand.
      Do not install anything on {A} without asking me.
      You must not write to {A} during office hours.
      Don't ever commit anything below {P}.

      {P} is off limits.
      Hands off {A}, it belongs to the payroll people.
      Keep your fingers out of {P}, it's generated on the build box.
      Stay away from {A} as long as the audit lasts, whatever the ticket says.

      Anything that changes the schema of {A} goes past me first.
      Ask before you restart {A}, there might be a patient record open.
      No merge to the {C} without a second pair of eyes.
      Releases of {A} need my explicit okay, every single time.

      Always run the tests against {A} before you say you're done.
      Every commit carries a ticket number in its subject line.
      Each new endpoint in the {C} gets a test, no exceptions.
      Whenever you edit {P}, regenerate the fixtures as well.

      The image for the board may not exceed {V}.
      Memory of {A} has to stay below {V}, the container gets killed otherwise.
      {V} is the ceiling for a frame, everything we add has to fit under it.
      Response times over {V} are unacceptable for the {C}.
      No more than {V} per call to {A}, they ban us otherwise.
      Lines in {P} have to stay under {V}, the mainframe truncates the rest.

      I expect {P} to be byte-identical after every run.
      It's forbidden here to send real names to {A}.
      Nothing leaves the hospital network, {A} included.
      Under no circumstances does the {C} talk to production.

      Nobody but {A} has the right to write there; everyone else reads.
      The only allowed way into the database leads through the {C}.
      Our policy: secrets live in {A} and nowhere else.
      Whoever changes {P} also updates the changelog, and that includes you.

      If a test of {A} turns out flaky you tell me, you do not just retry it.
      When in doubt about a translation, leave the source string as it is.
      As long as the trial is blinded, nobody looks into {P}.
      Should {A} be down, stop and wait; falling back to {B} is not allowed.
      Before any deploy, a snapshot of {A} has to exist.
      Unless I say otherwise, everything around {A} stays on the branch.

      Refactor as you like — but the public names in {P} stay exactly as they are.
      You have free hands in the {C} (migrations excepted, those are mine alone).
      The game runs on old consoles too. So no allocations inside the loop, ever.
      I know it's tempting. Still, no new dependencies beside {A}.
      Feel free to clean up at any time, provided that {P} keeps its format.
      Work at your own pace, only see to it that {A} stays untouched on closing days.

      Comments in English, please, and identifiers as well, throughout the whole project.
      Money gets stored in {A} as integers, cents only, all over the ledger.
      Write dates in ISO form everywhere in {P}.
      British spelling in all the docs, as a house rule.
      Tabs in this codebase, no spaces, I won't discuss it.
      No abbreviations in {P}: my students have to be able to read it.
      Function names in {P} are to be verbs.

      It is prohibited to change the {C} without to inform the night shift.
      Please to keep always the compatibility with {A}, our clients are depending on it.
      By us nobody pushes directly to main.
      You have not the right to delete in {A}, only to archive.

      For legal reasons every access to {A} has to be logged.
      Because the interrupt handler can't block, calls to {A} are banned from it.
      Data protection demands that {P} remain encrypted at rest.
      The regulator insists on it: results from {A} have to be kept for {V}.
      Since accounting closes on the last day, no changes to {A} in that week.
      Reproducibility matters to the journal, so every random seed has to be written down in {P}.

      Whatever you build on {A} has to work offline.
      It needs to compile without warnings on {A}.
      Backward compatibility with {A} is mandatory.
      The {C} has to remain free of any reference to {A}.
      Accessibility is non-negotiable: every button has a label.
      {A} must remain optional, people without a licence have to be able to build.
      All strings shown to players ought to come out of {P}, without exception.
      The {C} shall recover from a power cut without help.

      No force pushes.
      Read-only on {A}!
      Hard limit: {V}.
      Zero network calls in {P}.
      One migration per release, at most.
      {A} strictly on the server side.

      From now on, show me the diff before you save anything in {P}.
      In future answer me in French whenever it's about the manual.
      You're not to run destructive commands on {A}, not even in a dry run.
      Never guess a dosage; take it from {P} or leave it blank.
      Stop at the first failing check, every time, rather than pressing on.
      As a general rule, small commits, one topic each.
      Leave passwords out of the logs, always.
      `,
    ),
  ],
  fact: [
    ...families(
      'user',
      `
      The port of {A} is {V}.
      Our quota on {A} is {V} per day.
      {A}'s staging copy is reachable on {V}.

      {A} listens on {V}.
      {A} holds {V} at the moment, counting the archive.
      {A} hands out at most {V} per request.
      {A} tops out at {V}.
      {A} gives up after {V}.
      {A} weighs in at {V} unpacked.

      The config for {A} sits in {P}.
      You'll find the certificates of {A} under {P}.
      {A} dumps its nightly backup into {P}.
      {P} contains the glossaries the translators maintain.
      Logs from {A} end up in {P}, rotated weekly.
      The calibration tables come from {P}.
      Source of truth for prices: {P}.
      {A} reads its keys from {P} at boot.

      The {A} account belongs to the finance department.
      {A} was written by an intern years ago and nobody has maintained it since.
      Maintenance of {A} lies with the team in the other building.
      We inherited {A} from the previous contractor.
      Two people know {A} here, me and the lab manager.

      We run {A} in version {V} on all wards.
      On the production hosts {A} still has version {V}.
      The licence for {A} expires in {V}.
      {A} has been on {V} since the last upgrade.
      The toolchain for {A} got frozen at {V} when the board was certified.

      {A} restarts itself every night at three.
      The sync with {A} kicks in every {V}.
      Month-end closing freezes {A} on the last working day.
      Backups of {A} get kept for {V}, after that they vanish.

      You asked about the queue. {A} drops messages after {V}.
      Careful with the numbers (the sensor behind {A} only delivers {V}).
      By the way, {A} counts from {V}, not from zero.
      Just so you know, the timeout of {A} was raised to {V} by the ops people.
      For your information: {A} charges us {V} per call.
      In case it helps — {A} needs {V} to warm up.

      What the docs omit: {A} caps uploads at {V}.
      As I measured last night, one pass of {A} lasts {V}.
      While {B} has no limit, {A} stops at {V}.
      Since the reform the VAT rate in {A} amounts to {V}.
      The reason it's slow: {A} keeps {V} in memory at all times.
      According to our own measurements the supply voltage of {A} peaks at {V}.

      In our company the {A} has a limit of {V}.
      The server of {A} it finds itself in the basement and has {V} of memory.
      We dispose of {V} on {A}, more the university does not give.
      By us {A} runs on port {V}.

      The trial in {A} has enrolled {V} so far.
      Patients in {A} carry a nine-digit identifier.
      Each level in {A} loads {V} of textures.
      Our frame budget comes to {V} on {A}.
      {A} samples at {V}.
      The flash on {A} has {V} left.

      Column F in {A} stores net amounts, column G the tax.
      The fiscal year in {A} starts in April.
      {A} expects Windows line endings.
      {A} speaks only the old protocol.
      Dates in {A} come in day-month order.
      The glossary in {A} covers {V} by now.

      In the dataset from {A}, {V} went missing during the move.
      The students work with {A} on machines from the library, {V} of RAM each.
      Traffic on {A} averages {V}.
      Our contract with {A} guarantees {V} uptime.
      The customer pays for {V} on {A}, not more.

      {E} from {A} means that the card reader is unplugged.
      Whenever {A} answers {E}, the quota has run out.
      {E} shows up when the {C} can't reach {A}.
      Behind {E} hides a full disk on {A}, every time so far.

      {A} runs on a single box with {V} under a desk.
      There are {V} workers in {A}.
      There's a proxy between {A} and the {C}, it cuts connections after {V}.
      Between us and {A} sits a firewall that lets only {V} through.
      The staging copy of {A} lags behind production by {V}.
      Staging shares its database with {A}.

      {A} port: {V}
      {A} = {V} on prod, half that on staging.
      Pool size of {A}: {V}.
      Heartbeat of {A}, {V}.

      Nobody outside the VPN can see {A}.
      {A} lacks an API, all we get from it are CSV files in {P}.
      It took {V} to import everything into {A} the last time.
      Last year's crash of {A} came from a threshold of {V}.
      Our build machine has no internet access.

      I work with a screen reader, so colours tell me nothing.
      I code on a tablet through {A}.
      My background lies in linguistics; {A} was my first programming tool.
      We're four developers, and three of us know only {A}.

      The {C} gets its input from {A}, one file per shift.
      The {C} falls over beyond {V}, we measured it twice.
      The default of {A} differs from the manual: {V}.
      `,
    ),
  ],
  thread: [
    ...families(
      'user',
      `
      We still have to sort out {A}.
      {A} remains to be migrated.
      The {C} still lacks error handling.
      There's still the matter of {A} and its expired certificates.
      What's missing is the export to {A}.

      Let's come back to {P} after the release.
      Remind me next week that {A} needs new keys.
      I'll look at {A} once the exams are over.
      Park {A} for today, we pick it up on Monday.
      Not today, but {A} wants an upgrade before winter.
      When the auditors are gone, the {C} gets its overdue cleanup.

      TODO: get {A} off the deprecated endpoint.
      Still open: who rotates the keys of {A}.
      On my list for tomorrow: the leak in the {C}.
      Unfinished business: {P} has no tests.
      To be clarified with the client, the rounding in {A}.

      {P} is only half translated, the rest has to wait until the glossary arrives.
      I ran out of time with {A}; two screens are still untouched.
      Shift's over, the disk on {A} is somebody's job for the morning.
      {A} works, but we have yet to try it with real patients' data.
      I left a hack in {P} that has to come out again.
      We skipped the {C} on purpose and owe it a proper fix.

      Waiting on the vendor for {A}, so the driver stays unresolved for now.
      Until legal answers, {A} hangs in the air.
      I haven't yet got round to {A}.
      It remains for us to test {A} on the old board.
      {A} we must again look at, it was not finished.
      Good enough for the demo (the {C} will need a second pass afterwards).
      Nice work today — tomorrow we tackle {A}.

      The handbook still needs a chapter on backups.
      We never finished the rounding of the totals.
      At some point somebody has to delete the test accounts.
      The tooltips are still in the wrong language, that's for next time.
      Next session we continue with the boss fight.
      The year-end macro isn't ready for leap years yet.
      `,
    ),
    ...families(
      'agent',
      `
      Still open: {A} has no retry.
      Remaining: wire {A} into the {C}.
      Left to do: port the last handler in {P}.
      Not covered yet: {A} under load.
      Outstanding item: credentials for {A}.

      I haven't touched {P} yet; it still calls the old interface.
      I stopped before {A}, which needs its own migration.
      I could not verify {A}, so that check is pending.
      I left the {C} as it was; it needs a follow-up.
      I have not run the suite against {A} so far.

      {P} still contains a stub that should be replaced.
      {A} is mocked for now and has to be connected for real.
      The {C} is only partly converted, three call sites are outstanding.
      The warning from {A} remains unexplained and deserves a closer look.
      The workaround in {P} should be removed once {A} ships its fix.

      As a next step, {A} needs an index.
      In a follow-up we should pull the {C} out of {P}.
      Once you have access, the webhook in {A} has to be registered.
      As soon as {B} is gone, the shim around {A} has to be deleted as well.
      Before the release somebody needs to revisit {P}.

      Everything passes, except that {A} still times out on the large fixture and I have no fix yet.
      The main path works; what remains is cleanup in the {C}.
      I'm deferring the work on {A} until the schema has settled.
      This unblocks the build, but {E} is not yet resolved.
      I've noted {A} for the next round, since it exceeds this change.
      One loose end: {P} refers to a missing file.

      The documentation hasn't been updated yet.
      Two tests remain skipped and should be re-enabled.
      Pagination is not implemented so far; only the first page loads.
      The rollback path still needs to be written.
      `,
    ),
  ],
  closing: [
    ...families(
      'user',
      `
      {A} is sorted, you can cross it off.
      The thing with {A} has resolved itself.
      Never mind {A}, we no longer need it done.
      Forget the cleanup of {P}, a colleague took care of it yesterday.
      Tick off the {C}.

      The keys for {A} arrived and are in place, so that's off the list.
      No need to come back to {A} any more, the client cancelled that part.
      Finally got the vendor's answer, {A} is no longer an open question.
      Scratch the follow-up on {P}, it's been obsolete since the merge.
      Legal said yes, which settles what was pending with {A}.

      {A}: done and dusted.
      I fixed {P} myself over the weekend, nothing left there.
      That old story with the {C}? Closed since Tuesday.
      We can bury the ticket about {A}.
      All the leftovers in {P} are cleared.

      The problem of {A} we have solved already, you can forget it.
      {E} is gone since I changed the cable, case closed.
      The remaining screens in {A} got translated last night, that was the last of it.
      The leap year problem is behind us.
      Turns out the test accounts were deleted long ago, so strike that.
      `,
    ),
    ...families(
      'agent',
      `
      The pending migration of {A} is now complete.
      That closes the open item about {P}.
      {E} no longer occurs; the follow-up on {A} can be closed.
      With this, nothing is left open on the {C}.

      The stub in {P} that was left over is now replaced by the real call.
      The missing retry in {A}, noted earlier, is in place.
      I finished what was left of {A}: all call sites are converted.
      The outstanding check against {A} has passed, so it comes off the list.
      The deferred work on {A} has been caught up.
      The {C}, left half converted last time, is fully converted now.

      {A} was the last remaining item, and it's done.
      Resolved: the leak in the {C}.
      Done: {P} no longer needs the workaround, I removed it.
      As of this commit the item on {P} is settled.

      The earlier warning from {A} is explained and fixed, nothing more to do there.
      {A} has shipped its fix, so the shim we meant to remove is gone.
      The question of who calls {A}, open since the first session, is answered.

      The two skipped tests are enabled again, so that loose end is tied up.
      The documentation gap from last time has been filled.
      The rollback path that was missing now exists and is tested.
      `,
    ),
  ],
}
