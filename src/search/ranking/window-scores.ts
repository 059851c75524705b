/** How much a word in the round before or after counts, compared with one in the round itself. */
export const BEFORE = 0.7
export const AFTER = 0.3
/** How much a round gains that, with its neighbours, has all the words. */
const COVERAGE = 1

/** What each term is worth in a round, in the order of the terms; 0 where it is not there. */
export type TermScores = ArrayLike<number>

export interface Window {
  readonly own: TermScores | undefined
  readonly before: TermScores | undefined
  readonly after: TermScores | undefined
}

/**
 * How well a round answers, seen with its neighbours: what is asked in one round is often answered in the next. Each
 * term counts once, where it counts most; having all of them counts more than having one of them often.
 */
export function windowScore({ own, before, after }: Window, weights: TermScores): number {
  let score = 0
  let covered = 0
  let whole = 0
  for (let term = 0; term < weights.length; term++) {
    const best = Math.max(own?.[term] ?? 0, BEFORE * (before?.[term] ?? 0), AFTER * (after?.[term] ?? 0))
    score += best
    whole += weights[term]!
    if (best > 0) covered += weights[term]!
  }
  return whole === 0 ? 0 : score * (1 + (COVERAGE * covered) / whole)
}

/** What a word that `found` of `all` rounds have tells. */
export function weightOf(found: number, all: number): number {
  return Math.log(1 + (all - found + 0.5) / (found + 0.5))
}
