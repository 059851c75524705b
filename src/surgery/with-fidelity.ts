import { Failure } from '../model/errors.ts'
import type { Fidelity, Piece, Plan } from '../model/plan.ts'
import { isWithin, type RoundRange, rangeText } from '../model/range.ts'

/** A way to show rounds, all of them or some. */
export interface FidelityRule {
  readonly fidelity: Fidelity
  readonly rounds?: readonly RoundRange[]
}

/** Plans with their rounds shown as the rules say; of several that name a round, the last counts. */
export function withFidelity(plans: readonly Plan[], rules: readonly FidelityRule[]): readonly Plan[] {
  if (rules.length === 0) return plans
  const shown = plans.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => (piece.kind === 'round' ? piece.ref.round : [])),
  )
  for (const { rounds } of rules)
    if (rounds && !shown.some((round) => isWithin(rounds, round))) throw notThere(rounds, shown)
  return plans.map((plan) => ({ ...plan, pieces: plan.pieces.map((piece) => shownAs(piece, rules)) }))
}

function shownAs(piece: Piece, rules: readonly FidelityRule[]): Piece {
  if (piece.kind !== 'round') return piece
  const rule = rules.findLast(({ rounds }) => rounds === undefined || isWithin(rounds, piece.ref.round))
  return rule ? { ...piece, fidelity: rule.fidelity } : piece
}

function notThere(rounds: readonly RoundRange[], shown: readonly number[]): Failure {
  const range = rounds.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
  return new Failure(
    'round-not-found',
    `The rounds ${range}, to be shown in another way, are not in the new context.`,
    {
      facts: { rounds: range },
      hint: shown.length === 0 ? 'It holds no round.' : `It holds the rounds ${rangeText(shown)}.`,
    },
  )
}
