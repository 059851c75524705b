import type { BriefRound } from '../round.ts'

/** So many rounds are written of at once, with a few more where the rest would be less than that. */
const ROUNDS = 20
const REST = 5

/** The last round of the next step after a round. */
export function stepEnd(rounds: readonly BriefRound[], after: number): number {
  const left = rounds.filter(({ round }) => round > after)
  return (left.length <= ROUNDS + REST ? left : left.slice(0, ROUNDS)).at(-1)?.round ?? after
}
