import type { BriefRound } from '../round.ts'
import { choicesOf } from './choices-of.ts'
import { commitsOf } from './commits-of.ts'
import { withTests } from './cover-of.ts'
import { cwdOf, deedsOf } from './deeds.ts'
import { errorsOf } from './errors-of.ts'
import type { Facts } from './facts.ts'
import { filesOf } from './files-of.ts'
import { namesOf } from './names-of.ts'
import { planOf } from './plan-of.ts'
import { runsIn, runsOf } from './runs.ts'

/** What the calls of rounds and their results show. No model, no network; the same rounds always give the same facts. */
export function factsOf(rounds: readonly BriefRound[]): Facts {
  const cwd = cwdOf(rounds)
  const deeds = deedsOf(rounds, cwd)
  const runs = runsIn(deeds)
  const { files, read } = filesOf(deeds, cwd)
  return {
    from: rounds[0]?.round ?? 0,
    to: rounds.at(-1)?.round ?? 0,
    files: withTests(files, deeds),
    read,
    commits: commitsOf(deeds),
    ...runsOf(runs, files),
    errors: errorsOf(runs),
    plan: planOf(deeds),
    choices: choicesOf(deeds),
    names: namesOf(rounds),
  }
}
