import { families, type Phrases } from '../../phrase.ts'

/** What holds, in English; a family is one kind of speaker: terse, chatty, not at home in English, of data, of operations. */
export const SECOND_ENGLISH: Pick<Phrases, 'decision' | 'constraint' | 'fact' | 'thread' | 'closing'> = {
  decision: [
    ...families(
      'user',
      `
      take {A}. {B} leaks file handles, I've been burnt by that twice
      {C} on {A}, final. {B} was a fun experiment but nobody here can debug it
      no {B}. {A}. we already pay for it
      ship {A}, bin {B}, the upkeep isn't worth it

      so I talked it through with everyone this morning and we're all on board with {A} for {C}, mostly because customers already know it, whereas {B} would need a whole onboarding story
      Good news, legal signed off, so {A} is our pick; sorry to whoever was rooting for {B}, the licence just didn't fly
      after yesterday's demo I'm convinced, let's build {C} around {A} and leave {B} for what it is, it froze on stage twice
      ok the team voted, 5 to 2 for {A} over {B}, because its docs are so much better

      I have thinked about it and we make it with {A}, because {B} is too heavy for our small server
      For me it is clear now: we take {A} and not {B}, the reason is that {B} have no maintainer anymore
      Please work from today with {A} in place of {B} in {C}, that one makes too much problems with the umlauts

      the ablation settles it, {A} goes into the final pipeline and {B} gets cut, it only bought us 0.2 points of F1
      Looking at the holdout numbers I'm picking {A}; {B} drifts after a week
      let's freeze on {A} for the embeddings rather than {B}, it's cheaper per call and recall is the same

      it's 3am and I'm done debating, {C} moves to {A}, {B} falls over whenever the disk fills
      we're failing over to {A} permanently, {B} can't take the write load
      {B} has paged me four nights in a row. out it goes. {A} from here on

      option 2 then: {A}, because {B} would mean rewriting {C}
      decision from the arch call: {A} wins, {B} loses on latency
      my call: {A}, since {B} hasn't had a release in two years
    `,
    ),
    ...families(
      'agent',
      `
      I went with {A} over {B} here, since {B} pulls in a native build step.
      I've settled on {A} for {C}. {B} would have worked too, but it needs a newer compiler than CI has.
      Between {A} and {B} I chose {A}: half the code and no global state.

      **Approach:** {A} for {C}. I ruled out {B}: it has no streaming API.
      Chosen: {A}. Rejected: {B} (it locks the whole table while it writes).
      Design choice: the state is kept in {A} instead of {B}, so a crash loses nothing.

      As agreed, {C} will be built on {A}; {B} was dropped because it does not run on Windows.
      Since {B} can't be mocked in the tests, {C} goes through {A} from now on.
    `,
    ),
    ...families(
      'both',
      `
      we'll stick with {A} after all, the switch to {B} costs more than it saves
      {B} is off the table since it can't do transactions, {A} takes its place

      scrapping {B}, we're doing {C} with {A} because its source is actually readable
      let's do {A}. I prefer it to {B} because it fails loudly
    `,
    ),
  ],
  constraint: families(
    'user',
    `
    hands off {P}, it's generated
    keep {A} out of {P}. always
    No mocks in {P}. Real database or nothing.
    max {V} for {A}. hard limit. the box has no more
    we do not catch exceptions in {A}, let it crash

    don't ever run {A} against prod, not even read-only
    don't restart {A} without telling #oncall first
    deploys to {A} happen before noon only, never on a Friday
    under no circumstances should a secret end up in {P}
    only ever touch {A} through {B}

    Just so it's clear for everybody, customer names may not show up in {A}, ever, we promised that in the contract
    one thing that's really important to our users and I'd like us to stick to it everywhere: dates coming out of {A} are shown in local time
    every change needs an entry in {P}, no exceptions please, our support people live off that file
    nothing gets merged into {A} unless Marta has looked at it

    It is forbidden to log anything from {A}, because of the GDPR
    It is not allowed that {A} calls {B} directly, all must go by the queue
    I wish that you never make a force push on {A}
    You may read {P} but you must not write in it

    never train on anything out of {A}, that's the holdout
    fix the seed to {V} in every run of {A}, otherwise the results can't be compared
    any query on {A} must carry a tenant filter

    we have to stay under {V} for {A}, otherwise the penalty clause kicks in
    {A} stays at {V}, do not bump it whatever the bot says
    {A} must remain compatible with {B}, half our customers are still on it
    the public signatures in {P} can't change, partners compile against them

    please always run {A} before you commit, I'm tired of red builds
    ask me before you add a dependency to {A}. every time
    from now on all new endpoints go behind {A}
    I don't want to see {A} in a diff ever again
    tests only through {A}, never call the runner by hand
    stop editing {P} by hand; changes in there go through {A}, always
    commit messages for {A} have to begin with the ticket number
  `,
  ),
  fact: families(
    'user',
    `
    {A} has a single writer thread
    {A} only exists on the staging box
    {P} is where the feature flags live
    the source of truth for {A} is {P}

    fyi {A} is set to {V} in production
    on {A} the limit is {V}, measured last week
    the free tier of {A} stops at {V}
    {A} needs about {V} on my laptop
    we're on {A} {V} everywhere except in the mobile app

    So the background here is that {A} came with the acquisition and is still hosted in the old company's account
    in case you wonder, {A} is what our customers see as "Projects" in the menu
    {A} belongs to the payments team, Ines is the contact there
    what CI calls {A} is the same thing as {B}

    The team in Pune uses {A} since two years for the same thing
    {A} is a fork of {B}, with three patches from us inside
    In our company {A} means always the billing system of the customer

    {A} has roughly 40k rows a day, {B} maybe a tenth of that
    the column {A} is in cents, not in euros
    labels in {A} are noisy, about one in eight is wrong
    {A} was sampled at {V}, in case that matters for you

    {A} reboots itself on Sundays at 4
    the pager for {A} goes to the Lisbon office at night
    the nightly dump of {A} lands in {P}
    there are two copies of {A}, the live one sits in {P}

    turns out {A} silently retries three times before it gives up
    {A} returns 200 even when it fails, with the error in the body
    {A} talks to {B} over gRPC
    {A} gets its settings out of {P}, not from the environment
    the login for {A} goes through {B}
    {A} sends its timestamps in UTC without a zone suffix
    there's no index on the created column of {A}, hence the slow page
  `,
  ),
  thread: [
    ...families(
      'user',
      `
      todo {A}: paging
      {A} docs outstanding
      parking this: {A} doesn't handle leap years yet

      don't let me forget, the docs for {A} are missing
      remind me to rotate the key for {A} once this is out
      not now, but before the release we need to load test {A}
      let's come back to {A} later, it needs proper error messages
      Nobody has got round to {A} yet and I did promise it to the sales folks for next month, so it has to stay on the list

      after the weekend I must still repair {A}, it loses the last line
      It remains to translate the texts of {A}

      still have to rerun the eval of {A} with the cleaned labels
      the {A} baseline isn't reproduced yet, that's on my list

      the disk alert for {A} is only silenced, needs a real fix
      we still owe ops a runbook for {A}
      someone has to look at why {A} is flaky, just not today
    `,
    ),
    ...families(
      'agent',
      `
      Not done yet: {A} has no tests for the timeout path.
      Remaining: migrate {A} to the new client.
      Left for later: the cleanup of {A}.
      Known gap: {A} does not validate its input yet.
      Next steps: 1) add validation to {A}.
      - [ ] {A}: handle the empty list

      I left {A} as a stub for now; it still needs the real implementation.
      I could not verify {A} on Windows; that still has to be checked.
      I skipped {A} in this pass, it needs a follow-up.

      One thing is still open: {A} ignores the locale.
      The fix for {A} is only half in: the rollback path is missing.
      Two tests for {A} are still skipped and have to be enabled again.
      Once {B} is merged, {A} has to be rebased.
    `,
    ),
    ...families(
      'both',
      `
      still to do: wire {A} into {C}
      {A} still blows up on empty input, need to get back to that

      follow-up: {A} has no backup yet
      open point for tomorrow: find out why {A} counts twice on a retry
    `,
    ),
  ],
  closing: [
    ...families(
      'user',
      `
      {A} is sorted out, I pushed it just now
      {A} deployed. next
      strike {A}, it went live

      forget the {A} thing, it's taken care of
      Kasper did {A} yesterday, so that's off our plate
      the {A} item can go, it shipped on Tuesday
      we don't need the {A} task any more, the customer cancelled it

      {A} I have repaired on the weekend, it is finished
      The ticket of {A} is closed from my side

      the eval for {A} is rerun and written up, nothing left there
      {A} is reproduced now, you can strike it from the list

      the alert on {A} is fixed for real, been quiet all night
      checked {A} this morning, all good now, we can close it
    `,
    ),
    ...families(
      'agent',
      `
      {A} is finished: implemented, tested and documented.
      Done: {A} is in and all its tests pass.
      - [x] {A}

      The open point about {A} is settled now.
      The gap in {A} is closed.
      With this commit {A} is complete.

      I finished the remaining work on {A}; nothing is left there.
      {A} now works as it should, so I took it off the list.
      Fixed {A}, which was the last open item.
    `,
    ),
    ...families(
      'both',
      `
      {A} is merged, that one is done
      ok {A} works now, cross it off

      {A}: resolved, root cause was a stale lock
      that problem with {A} is gone now, verified twice
    `,
    ),
  ],
}
