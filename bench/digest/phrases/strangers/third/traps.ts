import { families, type Traps } from '../../phrase.ts'

/** Sentences that have the sound of something to keep, and are not. */
export const THIRD_TRAPS: Traps = {
  hypothetical: [
    ...families(
      'user',
      `
      If we moved to {A}, the backups would get simpler.
      Were {A} faster, I'd drop {B} tomorrow.
      Suppose {A} listened on {V}; the firewall would hardly notice.
      Imagine the {C} never had to touch {P}.
      In a perfect world we would have {A} instead of {B}.

      I might one day rewrite the {C} in {A}, who knows.
      Perhaps {A} could replace {B}, perhaps not.
      One could forbid writes to {P}, I suppose.
      Maybe it'd be smarter to raise the limit to {V}, I'm not sure at all.
      We could theoretically freeze {A}, though I haven't made up my mind.

      Had we picked {A} back then, this night would have been shorter.
      If I had known about {V}, I would have asked for more memory.
      It would have been nicer with {A}, but that ship has sailed.
      Say the limit were {V}: half of the levels would not load.
      Let's pretend for a moment that {A} is down.

      A rule like no commits on Fridays would only make sense for a bigger team.
      If money were no object, {A} would be on every desk.
      Should we ever go public, somebody would have to audit {P}.
      With {V} instead, the queue would probably overflow, but that's speculation.
      One option would be {A}, another {B}; I have no preference yet.
      `,
    ),
    ...families(
      'agent',
      `
      An alternative would be to put {A} in front of the {C}.
      In principle {B} could be swapped for {A}, if you ever wanted that.
      If {A} were unavailable, the {C} would fall back to {P}.
      Raising the value to {V} might help, or it might only hide the cause.
      Hypothetically, one could leave the old column out, at the price of a migration.
      `,
    ),
  ],
  question: [
    ...families(
      'user',
      `
      Should we take {A} or {B}?
      Is {A} still on {V}?
      Why did we choose {A} back then?
      Am I allowed to write to {P}?
      Do we really need {B}?

      What's the port of {A}, was it {V}?
      Who said that {P} is off limits?
      Would {A} be the better fit for the {C}?
      Did anybody finish the migration of {A}?
      Is there anything left to do in {P}?

      How come {A} gives up after {V}?
      Does it matter whether the timeout sits at {V}?
      Shouldn't every commit carry a ticket number?
      {A} or {B}, what do you think?
      Wasn't the {C} supposed to be gone by now?

      What speaks against {A}?
      Where does {A} keep its logs, in {P}?
      Have we already closed the thing with {A}?
      Since when must the {C} stay below {V}?
      Are dates in {A} day first or month first?
      `,
    ),
    ...families(
      'agent',
      `
      Do you want me to switch from {B} to {A}?
      Shall I leave the old format out?
      Should {P} stay read-only, or may I edit it?
      Would you prefer {V} as the limit?
      Is it fine if {A} waits until the next release?
      `,
    ),
  ],
  quoted: [
    ...families(
      'user',
      `
      My colleague claims that {A} beats {B} in everything, which I doubt.
      "Always use {A}," the forum says, but those people don't run hospitals.
      The manual states a limit of {V}, though I wouldn't trust it.
      According to some blog, {B} is dead, but blogs say a lot.

      The old README says never to touch {P}, no idea whether that still holds.
      Sales keeps telling customers that we run {A}, which we don't.
      Somebody on the mailing list wrote "we must drop {B}"; that's their opinion.
      The vendor's brochure promises {V}, as brochures do.

      My predecessor left a note: "{A} has to be rewritten". I see no reason for it.
      The other team decided on {A}, but we're not the other team.
      He said the port was {V}, she said it wasn't.
      In the video they put everything into {P}, which looked odd to me.

      A reviewer once demanded tests for every getter, we laughed about it.
      The ticket reads "switch to {A} at once", but it's from years ago.
      Rumour has it that {A} gets shut down.
      "No tabs, ever" was the motto at my last job.
      Their docs recommend {V}; I haven't formed an opinion.

      The consultant's slide said: replace {B} with {A}. We paid and ignored it.
      My professor used to preach that comments are lies.
      Someone scribbled "still to do: {A}" on the whiteboard, nobody knows who.
      The chatbot I asked before you insisted that {E} means a full disk, wrongly I think.
      On the podcast they swore by {A}, they swear by something else each week.
      `,
    ),
    ...families(
      'agent',
      `
      The comment in {P} says "do not edit", apparently copied from a template.
      A forum answer suggests {A}, but for a different version.
      The issue's author writes that {V} would be the maximum; I could not find a source for it.
      `,
    ),
  ],
  'small talk': [
    ...families(
      'user',
      `
      My son has decided on the drums instead of the piano.
      We're going with the blue sofa for the living room.
      I've chosen the vegetarian menu for the wedding.
      We've swapped the holiday by the sea for a week at my parents'.
      I switched from tea to coffee this winter.

      No phones at the dinner table, that's our rule at home.
      Never eat the fish in our canteen.
      Don't ever adopt two puppies at once.
      The kids have to be in bed by eight.
      Shoes off at the door, says my wife.

      The cat weighs {V} now, says the vet.
      My train leaves at ten past six.
      Our new flat has three rooms and a balcony.
      It always rains here in November.
      The coffee machine on our floor takes ten minutes to heat up.
      My grandmother lives on the fourth floor, without a lift.
      Dad turned seventy on Saturday.
      Our neighbour never mows on Sundays, bless him.

      I still have to buy a birthday present for my sister.
      We still need to paint the garden fence before autumn.
      Tomorrow I'm finally calling the dentist.
      After work I have to pick up a parcel from the post office.

      My bike is repaired, at last.
      The wisdom tooth is out, that's one worry less.
      The tax return for my aunt is finished, now there's cake.
      `,
    ),
  ],
  output: [
    ...families(
      'both',
      `
      warning: {A} is deprecated, use {B} instead
      WARN deprecated {A}@{V}: please migrate to {B}
      error {E}: you must specify a target
      // DO NOT EDIT. This file was generated by {A}.
      hint: use --force to overwrite {P}

      {A} listening on port {V} (press ctrl-c to quit)
      info: using {A} from {P}
      note: {B} will be removed in version {V}
      [INFO] Selected {A} as default provider
      WARN falling back to {A}, {B} not found

      FAIL {P} > should never write to {A}
      ok 12 - always keeps the old column
      {P}:88: TODO remove after upgrade
      fatal: refusing to merge unrelated histories
      Run '{A} audit fix' to address all issues

      max_connections = {V}
      [{A}] pool exhausted, limit is {V}
      error: timeout must not exceed {V}
      DEBUG {A}: retry limit set to {V}
      bash: {P}: Permission denied

      notice: 3 issues remaining, fix them before publishing
      {P}:41:7: warning: unused variable, consider removing it
      [notice] Please restart {A} for the changes to take effect.
      You have 2 unapplied migration(s). Run '{A} migrate' to apply them.
      lint/no-console: unexpected console statement in {P}
      `,
    ),
  ],
}
