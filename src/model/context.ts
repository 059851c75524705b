import type { Entry } from './entry.ts'

/**
 * What belongs together in what the client sends: a round from its human message on, the rest of a round that a compaction
 * cut, a message that surgery put there, or what belongs to no round, such as a compaction's summary.
 */
export interface ContextPart {
  readonly kind: 'round' | 'rest' | 'synthetic' | 'other'
  /** The number of the round, also of one of which the rest is there; 0 for the others. */
  readonly round: number
  readonly lines: readonly Entry[]
  /** The whole text of a synthetic message. */
  readonly text?: string
}

/** What a client would send of a session, in order. */
export interface Context {
  readonly parts: readonly ContextPart[]
  /** Lines outside of the conversation that a new session begins with, such as the session's name. */
  readonly head: readonly Buffer[]
  /** Calls that were never answered and that the client answers itself: those at the very end. Of a mended session, all. */
  readonly openCalls: readonly string[]
  /** The lines of any round, as they would be sent if all of it were; rewound or before a compaction, too. */
  readonly linesOf: (round: number) => readonly Entry[]
  /** The line of a compaction that tells itself what was said before it; absent where there is none. */
  readonly compactedAt?: number
}
