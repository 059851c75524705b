import type { RoundId, SessionId } from '../../model/id.ts'
import type { RoundRow } from '../../model/session.ts'

export interface StoredRound {
  readonly session_id: SessionId
  readonly round: number
  readonly started: string | null
  readonly engagement_id: string | null
  readonly user_preview: string
  readonly agent_preview: string
  readonly tool_count: number
  readonly thinking_count: number
  readonly thinking_chars: number
  readonly token_count: number
  readonly round_id: RoundId
  readonly ended: string | null
  readonly active: number
  readonly chars: number
  readonly part_of: number | null
}

/** In the column `active`: sent whole, or cut by a compaction. */
export const ACTIVE = 1
export const CUT = 2

export function toRound(row: StoredRound): RoundRow {
  return {
    session: row.session_id,
    round: row.round,
    roundId: row.round_id,
    active: row.active > 0,
    ...(row.active === CUT && { isCut: true }),
    started: row.started,
    ended: row.ended,
    engagement: row.engagement_id,
    userPreview: row.user_preview,
    agentPreview: row.agent_preview,
    toolCount: row.tool_count,
    thinkingCount: row.thinking_count,
    thinkingChars: row.thinking_chars,
    chars: row.chars,
    tokenCount: row.token_count,
    ...(row.part_of !== null && { within: row.part_of }),
  }
}
