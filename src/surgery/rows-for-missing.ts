import type { Piece, Plan } from '../model/plan.ts'
import { indexOf, joinIndexes } from './pieces.ts'
import { indexedIn, roundsOf, type Subject } from './subject.ts'

/** The plan with the rows that are in its sources for rounds that none of the sessions would send any more. */
export function withRowsForMissing(plan: Plan, subjects: readonly Subject[]): Plan {
  const places = new Set(
    subjects.flatMap((subject) => roundsOf(subject).map(({ ref }) => `${ref.session}:${ref.round}`)),
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
    return !places.has(`${piece.ref.session}:${piece.ref.round}`) && rows.has(piece.ref.roundId)
  }
}
