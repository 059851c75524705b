import { families, type Phrases } from '../phrase.ts'

/** English sentences to keep, written by someone who has not seen how they are recognised. */
export const UNSEEN_ENGLISH: Pick<Phrases, 'decision' | 'constraint' | 'fact' | 'thread' | 'closing'> = {
  decision: [
    ...families(
      'user',
      `
      Let's use {A} for this, not {B}.
      ok {A} it is
      Right, we're settling on {A} and forgetting about {B}.
      I decided we'd go with {A} after all.
      fine, {A} then, and no more arguing about {B}

      The board signed off on {A} this morning, so {B} is off the table.
      team voted, {A} won over {B}
      My supervisor and I talked it through and we both landed on {A}.
      After two weeks of back and forth the ward and IT have agreed on {A} instead of {B}.
      Procurement gave the nod to {A}, the contract is signed.

      {B} is out, {A} takes its place.
      Bye bye {B}, hello {A}.
      I've had it with {B}, from today everything runs through {A}.
      scrap {B} we're moving the whole thing over to {A}
      We lived with {B} for a sprint and everybody hated it, so it'll be {A} from here on.

      Since the firmware has to fit into flash anyway, we're picking {A} over {B}.
      Given how {B} choked on month-end closing, {A} gets the job and that's final.
      Because the students already know it, the course will run on {A} rather than {B}.
      Now that I've seen both demos my mind is made up: {A}.
      Seeing as legal won't touch the licence of {B}, we're taking {A}.

      I'd rather we keep {A}, so drop the plan with {B}.
      We stay on {A}, no switch to {B} this year.
      sticking with {A}, {B} isnt worth the hassle
      We're not replacing {A}; {B} was a nice experiment and that's where it ends.

      The {C} will be built on {A}.
      For the {C} I want {A}, for everything else we leave things as they are.
      {A} will do for the {C}, nothing fancier needed.
      The save games go into {A} from now on (I know you liked {B}, sorry).
      Payments: {A}. Not {B}, too expensive at our volume.
      We'll let {A} handle the {C} and retire {B} over the summer.

      You talked me into it, {A} instead of {B}.
      ok you win, we do it with {A}
      Alright, I'm sold on {A}, kick {B} out.
      Your second option, the one with {A}, is the one I'm taking.
      yes, option one please, {A} and not {B}

      I thought about it in the shower and it has to be {A}, {B} would bite us in a year.
      Long story short, and I'll spare you the politics, the hospital ends up on {A} and {B} goes away.
      I flipped on this twice, I know, but it's {A} now and I won't flip again.
      Slept on it. {A}.
      after benchmarking both on the real dataset im choosing {A}, {B} was simply to slow

      Small thing but so it's on record: {A} replaces {B} as our default.
      For the record, the choice fell on {A}.
      Write this down please, {A} was chosen over {B} for the {C}.
      We've committed to {A}, there is no way back to {B}.
      As of this release {A} is our way of doing the {C}.
      `,
    ),
    ...families(
      'agent',
      `
      I'll build this on {A} rather than {B}, as you preferred.
      I'm going with {A} here because {B} can't stream.
      I've opted for {A}; {B} would have dragged in a native dependency.
      I chose {A} over {B} for the {C}, since it is already in the lockfile.

      So we're agreed: {A} for the {C}, and {B} is dropped.
      Understood, {A} it is, and I'll leave {B} out of it.
      Agreed, then {A} becomes the default and {B} goes.
      Noted: the decision is {A}, not {B}.

      Having weighed both, {A} is the one I'm putting in.
      Of the two, {A} fits the interrupt budget, so that is what the {C} gets.
      {B} fails on the second requirement, which leaves {A}, and I'm proceeding with that.
      Given the memory limit I've ruled out {B} and settled on {A}.

      The {C} now gets its data through {A}; I abandoned {B} on purpose, because it locks the whole table.
      Instead of {B} we will be relying on {A} from this commit on.
      My pick is {A}, and the rest of the work on the {C} will follow from that.
      `,
    ),
  ],
  constraint: families(
    'user',
    `
    Never touch {P} by hand.
    You must not call {A} from the {C}.
    Always run {A} before you commit anything.
    Don't ever push to {A} without asking me first.
    please do not add any new dependencies to the {C}, ever

    Hands off {P}.
    {P} is off limits.
    stay out of {P}, thats the other teams turf
    Keep your fingers away from {A}, the auditors have frozen it.
    Nobody edits {P} except the generator.
    {P} is sacred, you read from it and that's all.

    Patient names have no business in the logs of the {C}.
    No floats anywhere near money in the {C}, integers in cents only.
    No dynamic allocation in the {C} after boot.
    Zero network calls from the {C}, it has to work on a plane.
    Nothing goes out to {A} that hasn't been anonymised.
    Under no circumstances should real card numbers end up in {A}.

    Whatever you do, the {C} has to stay under {V}.
    {V} is the ceiling for the {C}, not one bit more.
    We can't afford more than {V} for {A}, so stay below that at all times.
    The frame budget for the {C} may not exceed {V}, on any device.
    anything above {V} in the {C} gets rejected by QA, so keep it under

    Every change to {A} needs a second pair of eyes before it goes in.
    Each migration of {A} comes with a way back, no exceptions.
    Any new endpoint in the {C} gets a test, full stop.
    All timestamps in {A} are to be stored in UTC.
    From now on every script in {P} starts with a dry run.
    Comments in {P} are in English, all of them, even the funny ones.

    I don't want to see {A} imported in the {C} again.
    I'm allergic to globals, so keep them out of the {C} please.
    For the third time: commits to {A} go through a pull request!!
    I really don't appreciate it when you reformat files under {P}, so leave their formatting alone in future.
    would you please, in this project, only ever talk to {A} through the wrapper in {P}

    Before anything reaches {A} it goes through {B}, in that order, always.
    Only {A} is allowed to write to {B}.
    {A} and {B} are to be kept apart, one doesn't get to know about the other.
    If you need data from {A}, you go through {B}, not directly.
    As long as we're certified, {A} stays pinned at {V}.
    Until the audit is over, {A} is read-only for all of us.

    The regulator insists that {A} keeps everything for {V}, so nothing younger gets deleted.
    Our licence forbids shipping {A} with the {C}.
    By contract the data in {A} may not leave the country.
    The ethics board only lets us look at {A} in aggregate, so no single rows in any output.
    Company policy: secrets live in {A} and nowhere else.

    When you rename something in {A}, the old name has to keep working for one release.
    The public interface of {A} is frozen, you can shuffle the insides as you like.
    Interrupt handlers in the {C} do the bare minimum, no printing, no waiting.
    I grade on readability, so no one-liners in {P}.
    Backwards compatibility of the {C} is non-negotiable.
    deploys of {A} on a friday are forbidden here
    `,
  ),
  fact: families(
    'user',
    `
    {A} is limited to {V}.
    The timeout of {A} is {V}.
    fyi the limit for {A} is {V}
    Our quota on {A} is {V}, in case you wonder.
    {A}'s budget for this quarter is {V}.

    {A} tops out at {V}.
    {A} gives up after {V}.
    {A} costs us {V} a month.
    {A} chews through {V} every night.
    {A} only ever gets {V} from the scheduler.
    {A} kicks idle clients out after {V}.
    {A} rounds everything to {V}, by design.

    {A} lives in {P}.
    You'll find the config of {A} under {P}.
    The credentials file for {A} sits at {P} on every box.
    the logs of {A} end up in {P} btw
    {A} reads its settings from {P}, not from the environment.
    Everything {A} produces lands in {P} overnight.
    {P} belongs to {A}, historically.

    We have {V} reserved for {A}.
    We pay for {V} on {A}.
    They gave us {V} on {A}, which is generous for a university.
    I set {A} to {V} when I installed it years ago.
    I measured it on the bench yesterday, {A} draws {V}.
    we run {A} with {V} in production and half of that in staging
    The vendor guarantees {V} for {A}.

    Just so you know, in our hospital {A} is reset every {V}.
    Keep in mind that {A} counts from {V}.
    For context, the {C} talks to {A} with a timeout of {V}.
    One thing you can't know: {A} was capped at {V} by the previous admin.
    What the docs don't tell you: {A} holds {V} at most.
    Small correction from accounting, the threshold in {A} is {V}.
    A bit of background, {A} has been running at {V} since the merger.

    The number you're looking for in {A} is {V}.
    Batch size on {A}: {V}
    {A} = {V}, same on all machines
    max for {A} {V}, measured not guessed
    {A}: {V} on the old board, nothing documented for the new one
    sampling interval of {A}, {V}

    The {C} breaks with {E} as soon as {A} goes past {V}.
    {E} means that {A} has run out of its {V}.
    Whenever {A} returns {E} it's the proxy that hung up.
    We see {E} from {A} about once a week, always around the backup.
    On the handheld {A} fails with {E} when it gets more than {V}.

    {A} belongs to the warehouse people, they give us {V} of it.
    {A} was written by a contractor who left, and it hardcodes {V}.
    The {C} depends on {A}, which in turn needs {V}.
    The {C} gets its prices from {A}, refreshed every {V}.
    Only the {C} still gets {V} out of {A}, everybody else was throttled last year.
    In our shop {A} calls {B} and waits {V} for an answer.

    Funny enough {A} has exactly {V}, someone must have liked that number.
    You assumed a default there, but ours differs: {A} has {V}.
    It may look odd, but {A} really does take {V} on the first start.
    I asked the operators and they confirmed {V} for {A}.
    The guy from facilities says, and I checked it, that {A} shuts down at {V}.
    according to the datasheet on my desk {A} tolerates {V}
    Our customers in the north have {A} with {V}, the rest don't have it at all.
    There are two of {A}, and both have {V}.
    Its threshold went up in spring, so {A} now alarms at {V}.
    The professor's dataset in {P} was recorded by {A} at {V}.
    The nightly job of {A} usually runs for {V}, longer at month end.
    `,
  ),
  thread: [
    ...families(
      'user',
      `
      TODO: clean up {A}.
      We still need to migrate {A}.
      Later we have to come back to the {C}.
      remind me to look at {P} again before the release

      {A} can wait until after the demo, but then it has to be fixed.
      Let's park the {C} for now and pick it up next week.
      not today, but {A} needs a proper rewrite at some point
      Leave the {C} as it is for the moment, we'll deal with it once the audit is through.
      Put {P} on the pile for next sprint.

      Nobody has looked at the flicker in the {C} yet.
      The question of who owns {A} is still up in the air.
      What remains is the {C}, and I'm dreading it.
      The only thing missing now is the documentation for {A}.
      {A} is half migrated, the other half is waiting for us.
      {P} is still full of placeholders that somebody has to fill in.

      I owe the accountants an export from {A}, haven't got round to it.
      I haven't heard back from the {A} people yet about the access, so that's pending.
      We're blocked on {A} until they send the new key.
      Once the boards arrive we have to calibrate {A}.
      The reviewers want error bars from the {C}, which we haven't done yet.

      don't let me forget {A}, the certificate runs out soon
      There's a leak in the {C} that we haven't found, keep it on the list.
      One loose end: {P} isn't covered by the backups yet.
      For another day: the {C} falls over when the clock changes.
      Unfinished business from last time is the {C}, we stopped halfway through.
      `,
    ),
    ...families(
      'agent',
      `
      Still open: the {C}.
      Remaining work: moving {A} over to the new schema.
      Next up would be the {C}, which I have not started.
      Left to do: tests for {P}.

      I haven't touched {P} yet, it still needs the same change.
      I did not get to the {C}, so that is left for the next session.
      I stubbed out {A} for now, so the real implementation has yet to be written.
      I skipped the failing test in {P} for the time being and it has to be re-enabled.
      I have deliberately left {A} alone, and it will need a follow-up.

      The {C} is not finished: the retry path is missing.
      {A} has not been verified against the real hardware yet.
      What I could not resolve is the race in the {C}, which remains to be tracked down.
      There is one gap left in the {C}, namely what happens when {A} is unreachable.
      The hardcoded value in {P} is a stopgap until we have a real setting.

      Before this can ship, {A} has to be reviewed by someone with access.
      {A} is waiting on your answer about the retention period.
      Outstanding from my side is only the cleanup of {P}.
      As a follow-up, {A} should be taken out of the {C}.
      On the list for next time: the slow query behind the {C}.
      Note that the migration for {A} has been written but nobody has run it yet.
      `,
    ),
  ],
  closing: [
    ...families(
      'user',
      `
      {A} is done, cross it off the list.
      The {C} is sorted, we can forget about that one.
      you can tick off {A}
      We can close the thing about {P} now.
      No need to come back to the {C}, it's settled.

      I took care of {A} myself over the weekend.
      I fixed {P} last night so that's off your plate.
      The {A} people finally sent the key, so that one isn't blocked any more.
      somebody from ops already cleaned up {A}, nothing left to do there
      My colleague finished the {C} while we were talking.

      The open point about {A} has resolved itself.
      Forget the {C} item, turned out it was done ages ago.
      The leak in the {C} we'd been chasing is gone for good, case closed.
      What was left over on {P} last time is finished now.
      finally got round to {A}, one less thing to worry about
      `,
    ),
    ...families(
      'agent',
      `
      The open item on {A} is now complete.
      That settles the outstanding work on the {C}.
      With this, the last loose end in {P} is tied up.
      This closes the follow-up on {A}.

      I have now finished the part of the {C} that was left over from last time.
      I replaced the stub for {A} with the real implementation, so nothing remains there.
      I re-enabled the skipped test in {P} and it passes, which clears that item.
      I caught up on {A}, so it no longer has to be on the list.

      {P} was the remaining one and it has been dealt with.
      {A} is fully migrated now, nothing is pending any more.
      The {C} no longer needs a follow-up: the retry path is in and tested.
      The stopgap in {P} has been removed, as promised earlier.
      `,
    ),
    ...families(
      'both',
      `
      {A}: done.
      The {C} is off the list.
      Nothing left open on {P}.
      `,
    ),
  ],
}
