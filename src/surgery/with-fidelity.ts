import { Failure } from '../model/errors.ts'
import type { Fidelity, Piece, Plan } from '../model/plan.ts'
import { parseRange, rangeText, roundsIn } from '../model/range.ts'
import type { FidelityRule } from './fidelity-rule.ts'
import { numbersMeant, type Subject, shownRoundsOf } from './subject.ts'

interface Rule {
  readonly fidelity: Fidelity
  readonly rounds: ReadonlySet<number> | undefined
}

/**
 * Plans with their rounds shown as the rules say; of several that name a round, the last counts. Every round that a rule
 * names is one that is shown: nothing is passed over in silence.
 */
export function withFidelity(
  subjects: readonly Subject[],
  plans: readonly Plan[],
  given: readonly FidelityRule[],
): readonly Plan[] {
  if (given.length === 0) return plans
  const highest = Math.max(...subjects.map((subject) => subject.highest))
  const session = subjects.length === 1 ? subjects[0]!.session : undefined
  const rules = given.map(({ fidelity, range }): Rule => {
    const isSome = range !== undefined && range.trim() !== 'all'
    const named = isSome ? roundsIn(parseRange(range, highest, session)) : undefined
    return {
      fidelity,
      rounds: named && new Set(subjects.flatMap((subject) => numbersMeant(shownRoundsOf(subject), named))),
    }
  })
  const shown = new Set(
    plans.flatMap(({ pieces }) => pieces.flatMap((piece) => (piece.kind === 'round' ? piece.ref.round : []))),
  )
  const missing = rules.flatMap(({ rounds }) => [...(rounds ?? [])].filter((round) => !shown.has(round)))
  if (missing.length > 0)
    throw notThere(
      missing,
      [...shown].sort((a, b) => a - b),
    )
  return plans.map((plan) => ({ ...plan, pieces: plan.pieces.map((piece) => shownAs(piece, rules)) }))
}

function shownAs(piece: Piece, rules: readonly Rule[]): Piece {
  if (piece.kind !== 'round') return piece
  const rule = rules.findLast(({ rounds }) => rounds === undefined || rounds.has(piece.ref.round))
  return rule ? { ...piece, fidelity: rule.fidelity } : piece
}

function notThere(missing: readonly number[], shown: readonly number[]): Failure {
  const range = rangeText(missing)
  return new Failure('round-not-found', `--fidelity names the rounds ${range}, which are not in the new context.`, {
    facts: { rounds: range },
    hint: shown.length === 0 ? 'The context has no rounds.' : `The context has the rounds ${rangeText(shown)}.`,
  })
}
