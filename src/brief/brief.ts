import type { Entries } from './entries/entry.ts'
import type { Facts } from './facts/facts.ts'
import type { Word } from './words/word.ts'

/** What a stretch of rounds came to, in three layers that are never mixed: recorded, quoted, written by somebody. */
export interface Brief {
  readonly facts: Facts
  readonly words: readonly Word[]
  readonly entries: Entries
  /** Characters of what was said and done in the rounds, and the last round of the session. */
  readonly chars: number
  readonly last: number
}
