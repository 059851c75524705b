import type { BriefRound } from '../round.ts'
import { questionOf } from '../words/words-of.ts'
import { commitsOf } from './commits-of.ts'
import { withTests } from './cover-of.ts'
import { cwdOf, type Deed, deedsOf } from './deeds.ts'
import { errorsOf } from './errors-of.ts'
import type { ChoiceFact, Facts, PlanFact } from './facts.ts'
import { filesOf } from './files-of.ts'
import { namesOf } from './names-of.ts'
import { runsIn, runsOf } from './runs.ts'

/** What the calls of rounds and their results show. No model, no network; the same rounds always give the same facts. */
export function factsOf(rounds: readonly BriefRound[]): Facts {
  const cwd = cwdOf(rounds)
  const deeds = deedsOf(rounds, cwd)
  const runs = runsIn(deeds, cwd)
  const { files, read } = filesOf(deeds, cwd)
  const commits = commitsOf(deeds, cwd)
  return {
    from: rounds[0]?.round ?? 0,
    to: rounds.at(-1)?.round ?? 0,
    files: withTests(files, deeds),
    read,
    commits,
    ...runsOf(runs, files),
    errors: errorsOf(runs),
    plan: planOf(deeds),
    choices: choicesOf(deeds),
    names: namesOf(rounds).filter(({ text }) => !commits.some(({ hash }) => hash && isSameHash(hash, text))),
  }
}

function isSameHash(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one)
}

/** The agent's list of work as it was last: of a list that is written again, what does not come again is gone from it. */
export function planOf(deeds: readonly Deed[]): readonly PlanFact[] {
  const items = new Map<string, PlanFact>()
  for (const { did, round } of deeds) {
    const { plan } = did.act
    if (!plan || did.outcome?.failed) continue
    if (plan.isWhole) items.clear()
    for (const { id, text, status } of plan.items) {
      const key = id ?? did.outcome?.planItem ?? text
      const known = key === null ? undefined : items.get(key)
      const said = text ?? known?.text
      if (key === null || said === undefined) continue
      const isSame = known?.text === said && known.status === status
      items.set(key, isSame ? known : { text: said, status, round })
    }
  }
  return [...items.values()]
}

/** The answers to the questions of a tool, each with the options that were not taken. */
function choicesOf(deeds: readonly Deed[]): readonly ChoiceFact[] {
  return deeds.flatMap(({ did: { act, outcome }, round }) =>
    (outcome?.answers ?? []).map(({ question: named, answer }) => {
      const { question = named, options = [] } = questionOf(act, named) ?? {}
      const others = options.map(({ label }) => label).filter((label) => !answer.includes(label))
      return { question, answer, others, round }
    }),
  )
}
