import type { Piece, Plan } from '../model/plan.ts'
import { indexOf, joinIndexes } from './pieces.ts'
import { indexedIn, type Subject, shownRoundsOf, unsentAt } from './subject.ts'

/** The plan with the rows that its sources have for rounds of which the record has no lines any more. */
export function withRowsForMissing(plan: Plan, subjects: readonly Subject[]): Plan {
  const known = new Set(
    subjects.flatMap((subject) => shownRoundsOf(subject).map(({ ref }) => `${ref.session}:${ref.round}`)),
  )
  const rows = new Set(subjects.flatMap((subject) => indexedIn(subject).map(({ ref }) => ref.roundId)))
  if (!plan.pieces.some(isMissing)) return plan
  return {
    ...plan,
    pieces: joinIndexes(
      plan.pieces.flatMap((piece) => (isMissing(piece) && piece.kind === 'round' ? indexOf([piece.ref]) : [piece])),
    ),
  }

  function isMissing(piece: Piece): boolean {
    if (piece.kind !== 'round') return false
    if (known.has(`${piece.ref.session}:${piece.ref.round}`) || !rows.has(piece.ref.roundId)) return false
    return !unsentAt(subjects, piece.ref)
  }
}
