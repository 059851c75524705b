import { families, type Traps } from '../phrase.ts'

/** What sounds like something to keep and is not: nobody here decides, rules or states anything about the work. */
export const UNSEEN_TRAPS: Traps = {
  hypothetical: [
    ...families(
      'user',
      `
      If we ever used {A} instead of {B}, we'd probably have to retrain everybody.
      If money were no object I'd go with {A} tomorrow.
      Suppose {A} had a limit of {V}, just to play it through.
      Imagine we'd picked {B} back then, what a mess that would have been.
      Let's pretend for a second that {P} didn't exist.

      In an ideal world nobody would ever touch {P} by hand.
      One could, in theory, move the {C} to {A}.
      Maybe one day somebody rewrites the {C} in {A}, who knows.
      I could see us on {A} some day, or on {B}, or on neither.
      {A} might be an option, or it might not, I'm just thinking out loud.
      had we started today we'd perhaps have chosen {A}, but we didn't

      I sometimes wonder whether {A} would have coped better than {B}.
      Just toying with the idea of {A} here, nothing more.
      Say the timeout was {V}, hypothetically, then the ward would notice.
      `,
    ),
    ...families(
      'agent',
      `
      If you preferred {A}, the {C} would need a different adapter.
      One could use {A} or {B} here, each with its own drawbacks.
      Were {A} set to {V}, the buffer would overflow, but that is only an example.
      Should you ever want to drop {A}, it would take about a day.
      `,
    ),
  ],
  question: [
    ...families(
      'user',
      `
      Should we use {A} or {B}?
      Is {A} limited to {V}?
      why not {A} instead of {B}
      Do we have to keep {P} untouched, or is that just folklore?
      Must everything go through {A}, really?

      What speaks against {A}?
      Didn't we say {A} for the {C}, or am I mixing that up?
      Are you sure that {A} gives up after {V}?
      Is the {C} still open or did we do that?
      who decided on {A} back then
      What would you take, {A} or {B}, if it was your shop?

      Any idea whether {A} stores its files in {P}?
      I'm not sure whether it was {A} or {B} that we wanted, do you know?
      Wasn't there a rule about not writing to {A}?
      `,
    ),
    ...families(
      'agent',
      `
      Do you want me to use {A} or would you rather have {B}?
      Should I leave {P} alone from now on?
      Is {V} the right limit for {A}, or was that a placeholder?
      Would you like the {C} to be done next, or does it no longer matter?
      `,
    ),
  ],
  quoted: [
    ...families(
      'user',
      `
      My boss said "we're going with {A}" but he says that about everything he reads on a plane.
      The sales guy kept repeating "never use {B}", as sales guys do.
      Some comment on a forum goes "always set {A} to {V}", no idea if that's true.
      "{A} is dead, use {B}" was the title of the talk, I slept through most of it.
      A blog post claims that {A} is limited to {V}, which I doubt.

      The consultant wanted us to switch to {A}, and we politely showed him the door.
      The old wiki says nobody may touch {P}, but that page describes a system we no longer have.
      Someone on the mailing list insists that {A} must be run before {B}, I don't buy it.
      my prof always says real programmers use {A}, whatever
      The intern thinks {A} lives in {P}, he's wrong about most things.
      Marketing told the customers that {A} takes {V}, they made that up.

      Their readme reads "TODO: replace {A}", that's their problem and not ours.
      In the film the hacker shouts "don't touch {P}!" and then it explodes.
      According to the rumour mill we're dropping {B} for {A}, but there's nothing to it.
      `,
    ),
    ...families(
      'agent',
      `
      The upstream tutorial says "use {A} instead of {B}", but that was for an old version and does not apply here.
      A commenter on that issue writes "the limit of {A} is {V}", which nobody there confirmed.
      The answer I found recommends "never import {A}", though its author gives no reason and I would not rely on it.
      `,
    ),
  ],
  'small talk': [
    ...families(
      'user',
      `
      We decided on pizza tonight, pineapple lost the vote.
      My kid must be in bed by eight, always a fight.
      Never drink the coffee on the third floor, haha.
      It's {V} outside, I'm melting here.
      I still have to buy a birthday present for my sister.
      our cat is limited to two meals a day and she hates it

      I went with the train instead of the car today, bad idea.
      The canteen is closed until Monday, so it's sandwiches for me.
      Finally finished that novel I was telling you about.
      My neighbour has been drilling since six, I should never have moved here.
      I always forget my umbrella, every single time.
      we're going with tents this summer, not the hotel

      Rule number one in my house is no phones at dinner.
      I ran my first half marathon on Sunday, can't feel my legs.
      The dentist is at four, remind me to be brave, haha.
      `,
    ),
    ...families(
      'agent',
      `
      Enjoy the pizza, pineapple or not!
      I hope that the train is on time today.
      That sounds like a well-deserved holiday.
      `,
    ),
  ],
  output: families(
    'both',
    `
    npm WARN deprecated {A}@2.1.0: this package is no longer maintained, use {B} instead
    warning: {A} is deprecated and will be removed, please use {B}
    DeprecationWarning: {A} must not be called from a coroutine, switch to {B}
    hint: You should never edit {P} directly, run the generator instead.
    # DO NOT EDIT {P} - this file is generated by {A}

    error[{E}]: {A} must be declared before use --> {P}:12:5
    {P}:88:3 - error {E}: Property '{A}' is missing but required.
    FATAL: limit of {V} exceeded for {A}, aborting
    [WARN] {A}: timeout is {V}, consider increasing it
    2031-04-02T03:14:07Z INFO {A} listening on 0.0.0.0, max connections {V}
    ERROR {E}: always close {A} before opening {B} (see {P})

    {P}:41: // TODO: replace {A} with {B} before release
    {P}:7: FIXME the {C} still leaks when {A} is closed twice
    +  // we decided to use {A} here because {B} is too slow
    -  timeout: {V}, # never raise this
    CHANGELOG: switched from {B} to {A}, closes #212

    usage: {A} [--force] path; you must pass --yes to continue
    Resolved: using {A} from {P} (default limit {V})
    ✓ {A} done in {V}
    Please run "{A} init" first, then never call it again.
    `,
  ),
}
