import { families, type Phrases } from '../../phrase.ts'

/** The talk around the work: what is asked for, what is told, and what is merely said. */
export const THIRD_TALK: Pick<Phrases, 'request' | 'report' | 'chatter'> = {
  request: [
    ...families(
      'user',
      `
      Can you find out why {A} hangs on startup?
      Could you split {P} into two files?
      Would you mind rerunning the import?
      Can we get a chart of the last run?
      Any chance you could speed up the {C} a bit?

      Add a column for the ward number to the list.
      Rename the function in {P} to something readable.
      Write me a macro that sums the open invoices.
      Replace the hard-coded path in {P}.
      Bump {A} to {V}.
      Generate sample data for the {C}.
      Draw the collision boxes in red so I see them.

      Please explain what {P} does, in simple words.
      Please have a look at the stack trace below.
      Please undo your last change.
      Kindly check the spelling in {P}.
      Be so kind and translate this paragraph to English.

      I'd like a script that renames these scans by date.
      I need the regression plot with confidence bands.
      I want the button moved to the left, can you do it now?
      I'd love to see how {A} behaves with twice the load.
      I'm looking for the place where the {C} opens the socket, show me.

      Show me the diff.
      Run it again.
      Tests, please.
      Now the same for {P}.
      Commit and push.
      Next, wire the joystick to the menu.
      Try {A} on the small file first.

      The build is red again, take a look?
      {E} on every login since this morning, please investigate.
      Half the rows come out empty when I export to {A}, figure out why.
      It crashes when I press start. Fix it.
      My macro stops at row {V}, help me find the reason.
      The frame rate drops in the second level — profile it and tell me what eats the time.

      Go through {P} and tell me what looks dead.
      Compare {A} and {B} for me in a short table.
      Summarise what {P} does for somebody from marketing.
      Check whether {A} answers on port {V}.
      Give me three names for the new module.
      Draft an e-mail to the {A} people about the outage.
      Count how many files below {P} still have the old header.

      Help, I'm stuck with {E}, what do I type?
      Sorry for my English, I need that you make the table sortable.
      Make me please the function for to read the sensor.
      It would be nice to have the totals at the bottom, can you do that?
      Do you can look why the {C} sends two times the mail?

      Before lunch, can you get the {C} to compile?
      With the attached CSV, compute the mean per group.
      Starting from the code in {P}, build a small command line tool.
      If you have a minute, tidy up the imports in {P}.
      Once that's green, open a pull request for me.

      Walk me through the failing assertion, step by step.
      Let me see the schema of {A}.
      Tell me which tests cover the {C}.
      Install {A} and print its version.
      Have another go, this time with the larger sample.
      Revert {P} to how it was this morning.
      Turn this spreadsheet formula into a function, would you?
      Port the shader to {A} for me.
      `,
    ),
  ],
  report: [
    ...families(
      'agent',
      `
      I added a guard to {P} so that empty input returns early.
      I renamed the helper and updated its callers.
      I've split {P} into a reader and a writer.
      I ran the whole suite: everything green.
      I rewrote the loop in the {C}; it reads the file once instead of twice.

      The function now returns a list.
      {P} has been formatted.
      The new test fails on the old code and passes on the new one.
      {A} was bumped to {V}, the lockfile is regenerated.
      All imports in {P} point to the new module.

      The crash comes from a null in {P}.
      It turns out that {A} returns an empty page when the token is stale.
      Found it: the index is off by one in the {C}.
      The log shows {E} right after the handshake.
      Looking at the trace, most of the time goes into {A}.
      {P} calls the same query for each row, hence the slowness.
      Nothing in {P} refers to that constant.
      The failing assertion compares strings with numbers.
      Two files match the pattern, both below {P}.

      Let me check how {A} is called.
      I'll read {P} first.
      Now I'm going to run the build.
      Next I look at the callers of the {C}.
      First a quick look into the tests, then the fix.
      Let me reproduce {E} with a small script.

      Opening {P} to see the types.
      Searching for other uses of {A}.
      I'll start with the parser and work outwards.
      Time to verify this against the sample data.
      Checking whether the port is free.

      Build succeeded in {V}.
      14 tests passed, none failed.
      The import took {V} this time, about half of before.
      No matches in {P}.
      The script prints the expected totals.
      The command exits with {E}, same as before.
      The page renders, and the button reacts to clicks.

      {P} parses the header, then hands each row to the {C}.
      In short, the function walks the tree and collects the names.
      The change is confined to {P}: twelve lines added, four removed.
      Here is the diff for {P}.
      Below you see the table you asked for.
      That error means the compiler could not infer the type.
      Your macro stops there because the cell holds text.

      My first attempt broke the tests, so I reverted it.
      The patch did not apply cleanly, I'm redoing it by hand.
      {A} refused the connection; trying again with a longer timeout.
      I was looking in the wrong file; switching to {P}.
      I misread the trace: the call starts in the {C}.

      Committed as a single change on your branch.
      I wrote the e-mail draft into {P}.
      I compared both outputs line by line and saw no difference.
      I measured three runs of {A}, the median came to {V}.
      I extracted the query from {P} and gave it a name.
      Quick summary of the session: parser rewritten, tests added, docs adjusted.

      The shader compiles now, and the sprites appear in the right order.
      While reading {P} I noticed a second copy of the same regex.
      I'm halfway through the files below {P}.
      Formatting done, running the linter.
      Both sensors respond in the simulation.
      `,
    ),
  ],
  chatter: [
    ...families(
      'user',
      `
      Thanks a million, that saved my evening!
      Splendid.
      Haha, good one.
      Morning! Hope the servers slept well.
      Merci beaucoup!
      Wow, that was quick.
      Lovely, my students will be thrilled.

      Back from lunch.
      Sorry, phone call, here I am again.
      Ugh, Mondays.
      I need coffee.
      What a day.
      Just seeing whether you're still there.

      Have a nice weekend!
      Cheers from the night shift.
      Good night, talk to you tomorrow.
      No worries at all.
      Ah, now the penny drops.
      Hm, interesting.
      Okay okay, I hear you.
      Phew.
      You're a star.
      `,
    ),
    ...families(
      'agent',
      `
      Sure thing, happy to help.
      Great question!
      You're absolutely right, my apologies.
      Glad it worked out.
      My pleasure, enjoy your evening.
      Good catch, thank you.
      Welcome back!
      Congratulations on the launch!
      `,
    ),
  ],
}
