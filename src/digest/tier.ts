import { categoriesOf } from './classify/lexicon.ts'
import type { ProseEntry } from './entry.ts'
import type { View } from './settle.ts'

/** How far a decision may be relied on. */
export type TierName = 'validated' | 'heuristic' | 'speculative'

export function tierName(tier: number): TierName {
  return tier >= 0.8 ? 'validated' : tier >= 0.3 ? 'heuristic' : 'speculative'
}

/**
 * The tier of a decision: what the user ordered or what tests bear out is validated; what the agent settled on by itself
 * is a heuristic; what is worded as a guess is speculative, whoever said it.
 */
export function tierOf(decision: ProseEntry, { tests }: Pick<View, 'tests'>): number {
  const words = decision.text.toLowerCase().match(/[\p{L}'-]+/gu) ?? []
  const isGuess =
    /\b(?:might|maybe|perhaps|probably|guess|untested|hypothes\w*|experiment\w*|for now|tentativ\w*|vielleicht|peut-être|quizás?)\b/i.test(
      decision.text,
    )
  if (isGuess && !categoriesOf(words).has('must')) return 0.2
  if (/\b(?:measured|benchmark\w*|tested|proven|verified|in production)\b/i.test(decision.text)) return 0.9
  const isBorneOut = tests.some((test) => test.result.outcome === 'passed' && test.rounds.includes(decision.round))
  if (decision.who === 'user') return isBorneOut ? 0.9 : 0.8
  return isBorneOut ? 0.8 : 0.6
}
