import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { clientOf } from '../../src/clients/client-of.ts'
import type { Plan } from '../../src/model/plan.ts'
import { beforeRound } from '../../src/surgery/border.ts'
import { compressBefore } from '../../src/surgery/compress.ts'
import { contextSize } from '../../src/surgery/context-size.ts'
import { drop } from '../../src/surgery/drop.ts'
import { openSubject } from '../../src/surgery/open-subject.ts'
import { printsOf } from '../../src/surgery/prints-of.ts'
import { waysToShrink } from '../../src/surgery/shrink/ways.ts'
import { type Weighed, weighWay } from '../../src/surgery/shrink/weigh-way.ts'
import { numberOf, type Subject, shownRoundsOf } from '../../src/surgery/subject.ts'
import { type Prints, type TrimOptions, trim, trimDefaults } from '../../src/surgery/trim.ts'
import { inscribed, withRecord } from '../faults/record.ts'

/** Trims that somebody could do instead. */
const TRIMS: readonly Partial<TrimOptions>[] = [
  {},
  { threshold: 2000 },
  { threshold: 300 },
  { threshold: 100, tools: 'all', toolInputs: true },
  { tools: 'all', agents: true, images: true },
  { duplicates: true, superseded: true },
  { keepRecent: 3, tools: 'all' },
]
/** Two numbers of tokens that are the same may be rounded apart. */
const ROUNDING = 1
const SHARES = [0.9, 0.7, 0.5, 0.3, 0.1]

/**
 * The laws of `shrink` on one transcript: it reaches every size that some way reaches, and where a trim alone gets to a
 * size, it leaves out no more of what was said and of the last rounds' results; what a way frees, it says
 * it leaves out. Returns how many sizes were tried.
 */
export async function shrinks(path: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'stet-shrink-'))
  try {
    return await withRecord(folder, async (workspace) => {
      const session = await inscribed(workspace, path)
      const subject = await openSubject(workspace, session)
      const prints = await printsOf(workspace, session, subject)
      return lawsOf(subject, prints, clientOf(session).tools.trimmed)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function lawsOf(subject: Subject, prints: Prints, tools: readonly string[]): number {
  const now = contextSize(subject).context
  const every = allWays(0)
  const least = Math.min(...every.map(({ tokensAfter }) => tokensAfter))
  for (const { tokensAfter, text, results, others, roundsIndexed } of every) {
    if (roundsIndexed === 0) expect(now - tokensAfter).toBeLessThanOrEqual(text + results + others + 5 * ROUNDING)
  }
  let tried = 0
  for (const share of SHARES) {
    const target = Math.floor(now * share)
    const chosen = shrunk(target)
    expect(chosen === undefined, `to ${target} of ${now}, the least is ${least}`).toBe(target < least)
    tried++
  }
  for (const options of TRIMS) {
    const trimmed = weighWay(trim(subject, { ...trimDefaults(tools), ...options }, prints), subject)
    if (trimmed.tokensAfter >= now) continue
    const chosen = shrunk(trimmed.tokensAfter)
    const what = `as small as a trim with ${JSON.stringify(options)}: ${JSON.stringify({ trimmed, chosen })}`
    expect(chosen, what).toBeDefined()
    const further = trimmed.tokensAfter - chosen!.tokensAfter // smaller than asked for: that much more is not seen
    expect(chosen!.text, what).toBeLessThanOrEqual(trimmed.text)
    expect(chosen!.recentResults, what).toBeLessThanOrEqual(trimmed.recentResults + further + ROUNDING)
    for (const { recentResults, results } of [trimmed, chosen!])
      expect(recentResults, what).toBeLessThanOrEqual(results + ROUNDING)
    tried++
  }
  for (const plan of otherPlans(subject)) {
    const { tokensAfter } = weighWay(plan, subject)
    if (tokensAfter >= now) continue
    expect(shrunk(tokensAfter), `as small as ${JSON.stringify(plan.lineage)}`).toBeDefined()
    tried++
  }
  return tried

  function shrunk(target: number): Weighed | undefined {
    return allWays(target).find(({ tokensAfter }) => tokensAfter <= target)
  }

  function allWays(target: number): readonly Weighed[] {
    const reaches = (plan: Plan) => weighWay(plan, subject).tokensAfter <= target
    return [...waysToShrink(subject, { prints, tools, reaches })].map(({ plan }) => weighWay(plan, subject))
  }
}

/** Other operations that make a context smaller. */
function otherPlans(subject: Subject): readonly Plan[] {
  const rounds = shownRoundsOf(subject).map(numberOf)
  const at = (share: number) => rounds[Math.floor(rounds.length * share)]!
  const plans = [
    ...[0.25, 0.5, 0.75, 0.99].map((share) => () => compressBefore(subject, beforeRound(at(share)))),
    () => drop(subject, rounds, []),
    () => drop(subject, rounds, ['tool_result', 'thinking']),
    () => drop(subject, rounds, ['tool_use', 'image']),
  ]
  return plans.flatMap((plan) => {
    try {
      return [plan()]
    } catch {
      return [] // there is nothing to do
    }
  })
}
