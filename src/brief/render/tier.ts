import type { Tier } from '../entries/entry.ts'

const NUMBERS: Readonly<Record<Tier, number>> = { validated: 0.9, heuristic: 0.6, archive: 0.2 }

/** The tier as a number, as states have it. */
export function tierOf(tier: Tier): number {
  return NUMBERS[tier]
}
