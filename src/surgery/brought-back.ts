import type { Plan } from '../model/plan.ts'
import { rangeText } from '../model/range.ts'
import { type Subject, shownRoundsOf, unsentAt } from './subject.ts'

/** Says which rounds of a plan their client would not send any more. */
export function broughtBack({ pieces }: Plan, subjects: readonly Subject[]): readonly string[] {
  const sent = new Set(subjects.flatMap(shownRoundsOf).map(({ ref }) => `${ref.session}:${ref.round}`))
  const back = new Map<string, number[]>()
  for (const piece of pieces) {
    if (piece.kind !== 'round' || sent.has(`${piece.ref.session}:${piece.ref.round}`)) continue
    if (!unsentAt(subjects, piece.ref)) continue
    const { session, round } = piece.ref
    const rounds = back.get(session) ?? []
    rounds.push(round)
    back.set(session, rounds)
  }
  return [...back].map(
    ([session, rounds]) =>
      `Brought back from the record: rounds ${rangeText(rounds)} of session ${session}, which its client would not send any more (rewound, or before a compaction).`,
  )
}
