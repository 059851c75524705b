import type { RoundPatch } from './round-patch.ts'
import type { Problem, SessionFacts } from './session.ts'
import type { Span } from './span.ts'

/** What a stretch of a file means: everything here is computed from bytes and may be thrown away and computed again. */
export interface DerivedPatch {
  readonly rounds: readonly RoundPatch[]
  readonly spans: readonly Span[]
  /** Spans of earlier stretches that turn out to be another owner's. */
  readonly moved?: readonly Span[]
  readonly problems: readonly Problem[]
  /** The links between this stretch's lines, in the client's own encoding; undefined where it has none. */
  readonly graph: Uint8Array | undefined
  /** The session's facts with this stretch included. */
  readonly facts: SessionFacts
  /** The state of the parser after this stretch. */
  readonly parserState: string
}

/** Which rounds the client would resume: exactly these, or as before with every new round active. */
export type ActiveRounds = 'unchanged' | readonly number[]
