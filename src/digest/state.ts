import type { Entry } from './entry.ts'

/**
 * What a stretch of rounds means, as entries in the order they were seen. Nothing in it is ever rewritten: what a later
 * entry says about an earlier one is worked out by `settle`, so that merging is putting two lists together.
 */
export interface SessionState {
  /** The rounds that were read, as inclusive stretches. */
  readonly rounds: readonly (readonly [from: number, to: number])[]
  readonly entries: readonly Entry[]
}
