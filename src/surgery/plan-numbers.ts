import { type OriginRange, originOf, originRanges } from '../model/origins.ts'
import type { Piece, Plan, RoundRef } from '../model/plan.ts'
import type { SurgeryNote } from '../model/surgery-note.ts'
import { numberOf as numberIn, type Subject } from './subject.ts'

/** The numbers of a plan's rounds in the new session: their own, or where they get new ones, their places. */
export function numbersIn(plan: Plan, sources: readonly Subject[]): (ref: RoundRef) => number {
  const numbers = new Map<string, number>()
  if (plan.target.renumbers) {
    for (const ref of plan.pieces.flatMap(refsOf)) numbers.set(ref.roundId, numbers.size + 1)
  } else {
    for (const source of sources) {
      for (const part of source.parts) {
        if (part.kind === 'round' || part.kind === 'rest') numbers.set(part.ref.roundId, numberIn(part))
        if (part.kind === 'index') for (const round of part.rounds) numbers.set(round.ref.roundId, round.number)
      }
    }
  }
  return (ref) => numbers.get(ref.roundId) ?? ref.round
}

function refsOf(piece: Piece): readonly RoundRef[] {
  return piece.kind === 'index' ? piece.refs : roundIn(piece)
}

export function roundIn(piece: Piece): readonly RoundRef[] {
  return piece.kind === 'round' ? [piece.ref] : []
}

/**
 * Where every number of the new session was first recorded. Numbers of a single source that are not in the plan keep
 * their meaning too, so that a reference in a text that was kept still leads there.
 */
export function originsOf(
  plan: Plan,
  subjects: ReadonlyMap<string, Subject>,
  numberOf: (ref: RoundRef) => number,
): SurgeryNote['origins'] {
  const told = plan.pieces.flatMap(refsOf).map((ref): OriginRange => {
    const { session, round } = originOf(subjects.get(ref.session)?.origins ?? [], ref.round) ?? ref
    return { session, from: round, to: round, as: numberOf(ref) }
  })
  if (plan.target.renumbers) return originRanges(told)
  const kept = plan.sources.flatMap((session) => {
    const { origins, highest } = subjects.get(session)!
    return [...origins, { session, from: 1, to: highest, as: 1 }]
  })
  return originRanges([...told, ...kept])
}
