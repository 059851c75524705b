import type { RoundId } from './id.ts'

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
  /** Counted as tokens are estimated from them. */
  readonly chars: number
  /** The round of which it was a part as an older Stet numbered them: that number stands for both. */
  readonly within?: number
}

/** Of a round of which only its place and time are known. */
export function emptyRound(round: number, roundId: RoundId, at: string | null): RoundPatch {
  return {
    round,
    roundId,
    started: at,
    ended: at,
    userPreview: '',
    agentPreview: '',
    toolCount: 0,
    thinkingCount: 0,
    thinkingChars: 0,
    chars: 0,
  }
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
    ...(patch.within !== undefined && { within: patch.within }),
  }
}

/** Times are UTC in one form, so the later one is the greater text. */
function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}
