import type { RoundId } from './id.ts'
import type { Problem, SessionFacts } from './session.ts'
import type { Span } from './span.ts'

/** What a stretch of lines adds to one round. Counts are added to what is there; texts fill what is still empty. */
export interface RoundPatch {
  readonly round: number
  readonly roundId: RoundId
  readonly started: string | null
  readonly ended: string | null
  readonly userPreview: string
  readonly agentPreview: string
  readonly toolCount: number
  readonly thinkingCount: number
  readonly thinkingChars: number
  readonly chars: number
}

/** A round with what a later stretch adds to it. */
export function addPatch<Round extends RoundPatch>(round: Round, patch: RoundPatch): Round {
  return {
    ...round,
    started: round.started ?? patch.started,
    ended: later(round.ended, patch.ended),
    userPreview: round.userPreview || patch.userPreview,
    agentPreview: round.agentPreview || patch.agentPreview,
    toolCount: round.toolCount + patch.toolCount,
    thinkingCount: round.thinkingCount + patch.thinkingCount,
    thinkingChars: round.thinkingChars + patch.thinkingChars,
    chars: round.chars + patch.chars,
  }
}

/** Times are UTC in one form, so the later one is the greater text. */
function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}

/** What a stretch of a file means: everything here is computed from bytes and may be thrown away and computed again. */
export interface DerivedPatch {
  readonly rounds: readonly RoundPatch[]
  readonly spans: readonly Span[]
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
