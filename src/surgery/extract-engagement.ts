import type { Plan, RoundRef } from '../model/plan.ts'
import { checkUsed } from './compress.ts'
import { FULL } from './fidelity.ts'
import { planOf } from './plan-of.ts'
import { indexedIn, numberOf, type Subject, shownRoundsOf } from './subject.ts'

/** The rounds of the engagement, whole, and nothing else; those that are only rows, or not sent, come from the record. */
export function extractEngagement(subject: Subject, engagement: string): Plan {
  checkUsed(subject, engagement, true)
  const rounds = new Map<number, RoundRef>()
  for (const round of [...shownRoundsOf(subject), ...subject.unsent()])
    if (round.engagement === engagement) rounds.set(numberOf(round), round.ref)
  for (const { engagement: own, number, ref } of indexedIn(subject))
    if (own === engagement && !rounds.has(number)) rounds.set(number, ref)
  const pieces = [...rounds]
    .sort(([a], [b]) => a - b)
    .map(([, ref]) => ({ kind: 'round', ref, fidelity: FULL }) as const)
  return planOf('extract-engagement', [subject], pieces, { engagement })
}
