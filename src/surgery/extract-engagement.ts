import type { Piece, Plan } from '../model/plan.ts'
import { checkUsed } from './compress.ts'
import { FULL } from './fidelity.ts'
import { planOf } from './plan-of.ts'
import type { Subject } from './subject.ts'

/** The rounds of the engagement, whole, and nothing else; those that were in an index come back from the record. */
export function extractEngagement(subject: Subject, engagement: string): Plan {
  checkUsed(subject, engagement, true)
  const pieces = subject.parts.flatMap((part): readonly Piece[] => {
    const rounds = part.kind === 'round' ? [part] : part.kind === 'index' ? part.rounds : []
    return rounds
      .filter((round) => round.engagement === engagement)
      .map(({ ref }) => ({ kind: 'round', ref, fidelity: FULL }))
  })
  return planOf('extract-engagement', [subject], pieces, { engagement })
}
