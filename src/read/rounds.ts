import type { RoundRow, Session } from '../model/session.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import { roundsElsewhere } from '../record/reading/rounds-elsewhere.ts'
import type { Workspace } from '../record/workspace.ts'

export interface RoundSummary {
  readonly round: number
  readonly round_id: string
  readonly active: boolean
  /** Whether the session has only a row of an index for it. */
  readonly indexed: boolean
  /** Whether the client would send only its end. */
  readonly cut_by_compaction: boolean
  /** Where the round was recorded first, when that is another session: `<session>:<round>`. */
  readonly origin: string
  readonly started: string | null
  readonly ended: string | null
  readonly engagement_id: string | null
  readonly user_preview: string
  readonly agent_preview: string
  readonly tool_count: number
  readonly thinking_count: number
  readonly thinking_chars: number
  readonly token_count: number
}

interface RoundsOptions {
  /** Only the last so many. */
  readonly last?: number | undefined
  /** Only those after this one. */
  readonly after?: number | undefined
  /** The first so many of what would be given. */
  readonly limit?: number | undefined
}

/** The session's rounds by number, or some of them. Round 0, what came before the first human message, is not one. */
export async function listRounds(
  workspace: Workspace,
  reference: SessionRef,
  { last, after = 0, limit }: RoundsOptions = {},
): Promise<readonly RoundSummary[]> {
  const { store } = workspace
  const session = await sessionOf(workspace, reference)
  const rows = await rowsOf(workspace, session, { last, after, limit })
  const origins = new Map<string, string>()
  for (const place of await store.findRounds(rows.map((row) => row.roundId))) {
    if (!origins.has(place.roundId)) origins.set(place.roundId, `${place.session}:${place.round}`)
  }
  return rows.map((row) => ({
    round: row.round,
    round_id: row.roundId,
    active: row.active && !row.indexed,
    indexed: row.indexed,
    cut_by_compaction: row.isCut === true,
    origin: origins.get(row.roundId) ?? `${session.id}:${row.round}`,
    started: row.started,
    ended: row.ended,
    engagement_id: row.engagement,
    user_preview: row.userPreview,
    agent_preview: row.agentPreview,
    tool_count: row.toolCount,
    thinking_count: row.thinkingCount,
    thinking_chars: row.thinkingChars,
    token_count: row.tokenCount,
  }))
}

type Row = RoundRow & { readonly indexed: boolean }

/** A session that surgery wrote has rounds of its own and rows for others: both have numbers here. */
async function rowsOf(
  workspace: Workspace,
  session: Session,
  { last, after = 0, limit }: RoundsOptions,
): Promise<readonly Row[]> {
  const own = (row: RoundRow): Row => ({ ...row, indexed: false })
  if (session.facts.surgery === null) {
    const some = { after, ...(last !== undefined && { last }), ...(limit !== undefined && { first: limit }) }
    return (await workspace.store.listRounds(session.id, some)).map(own)
  }
  const held = await workspace.store.listRounds(session.id)
  const others = (await roundsElsewhere(workspace, session, held))
    .filter((one) => one.isIndexed)
    .map(({ number, row: { isCut: _, ...row } }): Row => {
      return { ...row, round: number, indexed: true }
    })
  const all = [...held.map(own), ...others]
    .filter(({ round }) => round > after && round > 0)
    .sort((a, b) => a.round - b.round)
    .slice(last === undefined ? 0 : -last)
  return limit === undefined ? all : all.slice(0, limit)
}
