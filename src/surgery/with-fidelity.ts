import type { Fidelity, Piece, Plan } from '../model/plan.ts'
import { isWithin, type RoundRange } from '../model/range.ts'

/** A way to show rounds, all of them or some. */
export interface FidelityRule {
  readonly fidelity: Fidelity
  readonly rounds?: readonly RoundRange[]
}

/** The plan with its rounds shown as the rules say; of several that name a round, the last counts. */
export function withFidelity(plan: Plan, rules: readonly FidelityRule[]): Plan {
  if (rules.length === 0) return plan
  const pieces = plan.pieces.map((piece): Piece => {
    if (piece.kind !== 'round') return piece
    const rule = rules.findLast(({ rounds }) => rounds === undefined || isWithin(rounds, piece.ref.round))
    return rule ? { ...piece, fidelity: rule.fidelity } : piece
  })
  return { ...plan, pieces }
}
