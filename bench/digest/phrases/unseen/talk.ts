import { families, type Phrases } from '../phrase.ts'

/** What is said in passing: requests of users, reports of agents, and chatter. */
export const UNSEEN_TALK: Pick<Phrases, 'request' | 'report' | 'chatter'> = {
  request: families(
    'user',
    `
    Add a dark mode toggle to the {C}.
    Rename the function in {P} to something sensible.
    Write me a test for the empty case in {P}.
    Run the tests again please.
    show me the diff
    Split {P} into two files.

    Can you have a look at {P} and tell me why it crashes?
    could you pls fix the typo in the {C}
    Would you mind drawing up a short summary of what {A} does?
    Can we get a progress bar into the {C}?
    Would it be possible for you to sort the table in the {C} by date?

    I need a script that reads {P} and spits out a table per department.
    I'd like the {C} to remember the last tab I was on.
    I want you to explain this stack trace to me, slowly.
    i need this plot again but with a log axis
    It would be great if you could translate the messages of the {C} into French.

    the {C} is throwing {E}, please find out why
    I get {E} when I start {A}, help
    Something is off with the totals in the {C}, dig into it please.
    The sprite jitters when the player stops, could you track that down?
    My homework crashes with {E} on line forty, what did I do wrong, please take a look.

    Now do the same for {P}.
    And the other one as well please.
    go ahead and commit that
    Try again, this time without the cache.
    Undo your last change.
    continue
    Now make the button bigger.

    Please go through {P} line by line and point out anything an auditor would frown at.
    Take the invoice template, put our new address in, and send me the result as a PDF.
    Compare the output of {A} with that of {B} on the sample and give me the differences.
    Bump {A} to {V} in the manifest and rebuild.
    Refactor the {C} so that the parsing isn't mixed up with the printing.
    Draft a release note for the nurses, two sentences, no jargon.

    Hi, new here, please walk me through how the {C} is put together.
    Open {P} and scroll to the part about interrupts, then explain it.
    Find me all places where {A} is called with a null.
    grep for {E} in the logs from this morning
    Give me three names for the new level, silly ones are fine.
    Help me word a polite answer to a customer whose order got lost.
    `,
  ),
  report: families(
    'agent',
    `
    All tests pass.
    The build finished without warnings.
    I've updated {P} and the tests are green.
    Done, the button is bigger now.
    I added the toggle to the {C}.
    I renamed the function and adjusted its three callers.

    I'm reading {P} to see how the {C} starts up.
    Let me check what {A} returns in that case.
    Looking at the stack trace now.
    I'll run the suite once more to be sure.
    Now I'm opening {P}.
    First I'll reproduce the crash in the {C}.

    The crash comes from a null that the {C} passes on in {P}.
    The failure with {E} is reproducible on my side.
    I found two callers of {A}, both in {P}.
    The totals were off because the loop in {P} skipped the last row.
    It turns out that the jitter was caused by rounding in the {C}.
    The query took {V} before the change and a fraction of it afterwards.

    I split {P} in two and moved the parsing into the new file.
    I've committed the change with a short message.
    I reverted the last edit, so {P} is back to where it was.
    I compared the two outputs and they differ in four rows.
    I bumped {A} in the manifest and rebuilt without errors.
    I have written the summary below.

    The command exited with {E}, so I am trying it without the cache.
    That attempt failed with {E}; the path was wrong and I corrected it.
    My first patch did not apply cleanly, so I redid it against the current file.
    The linter complained about two unused imports, which I removed.
    The test run was interrupted after {V}, and I restarted it.

    Here is what I changed: a guard in {P} and one new test.
    Here's the diff for {P}.
    Below are the three places where {A} is called.
    Summary of the changes: the {C} validates its input and shows a message.
    The plot has been redrawn with a logarithmic axis.
    The release note is ready, two sentences as requested.

    Searching for {E} gave eleven hits, all from this morning.
    After the fix the {C} starts in {V} on my machine.
    Coverage of {P} went up slightly with the new cases.
    The import ran through and wrote its rows without complaint.
    Both the unit tests and the integration tests of the {C} succeeded.
    `,
  ),
  chatter: [
    ...families(
      'user',
      `
      thanks!
      cool
      Perfect, you're a lifesaver.
      haha nice one
      ok
      Good morning!

      hmm
      wow that was fast
      brb, coffee
      lol no worries
      Great work, really.
      ugh, mondays
      `,
    ),
    ...families(
      'agent',
      `
      You're welcome!
      Happy to help.
      Sure thing!
      Good catch, thank you.

      Great question!
      Glad that it worked out.
      Sorry about the confusion.
      Of course, no problem at all.
      `,
    ),
  ],
}
