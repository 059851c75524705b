import type { Format } from './format.ts'
import { readingOf } from './index.ts'

/**
 * How something comes from one format into another, the best first: as it is; field by field, from an older version of the
 * same format; through the blocks that both know; as it was recorded, with a description, where one of the two is not known.
 */
export const TIERS = ['native', 'field-mapping', 'rendering', 'raw'] as const
export type Tier = (typeof TIERS)[number]

export function tierOf(from: string, to: Format | undefined): Tier {
  const reading = readingOf(from)
  if (!reading || !to) return 'raw'
  if (from === to.id) return 'native'
  return reading.format === to ? 'field-mapping' : 'rendering'
}

/** What all of them come to. */
export function worstTier(tiers: readonly Tier[]): Tier {
  return TIERS.findLast((tier) => tiers.includes(tier)) ?? 'native'
}
