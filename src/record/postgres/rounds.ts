import type { ActiveRounds } from '../../model/derived.ts'
import type { RoundId, SessionId } from '../../model/id.ts'
import type { RoundRef } from '../../model/plan.ts'
import { addPatch, type RoundPatch } from '../../model/round-patch.ts'
import type { RoundRow } from '../../model/session.ts'
import { estimateTokens } from '../../model/tokens.ts'
import type { Sql } from '../../system/postgres/connect.ts'
import type { WhichRounds } from '../record.ts'
import { ACTIVE, CUT, type StoredRound, toRound } from '../rules/round-row.ts'
import { currentTags, inheritTag } from './tags.ts'

/** Rows in one statement: it may have no more than 65 535 values. */
const ROWS_AT_ONCE = 2000
/** More than any session has. */
const ALL = 1_000_000_000

/** Adds what a stretch says of rounds. One that was not there takes its tag from the journal and is active. */
export async function writeRounds(
  sql: Sql,
  session: SessionId,
  patches: readonly RoundPatch[],
  charsAToken: number,
): Promise<void> {
  const numbers = [...new Set(patches.map(({ round }) => round))]
  const stored = await sql<StoredRound[]>`
    SELECT * FROM rounds WHERE session_id = ${session} AND round = ANY(${numbers}::bigint[])`
  const rounds = new Map<number, RoundRow>(stored.map((row) => [row.round, toRound(row)]))
  await inheritTags(sql, session, patches)
  const tags = await currentTags(sql, [...new Set(patches.map(({ roundId }) => roundId))])
  for (const patch of patches) {
    const known = rounds.get(patch.round)
    const fresh = { session, active: patch.round > 0, engagement: tags.get(patch.roundId) ?? null, tokenCount: 0 }
    rounds.set(patch.round, known ? addPatch(known, patch) : { ...patch, ...fresh })
  }
  const rows = [...rounds.values()].map((round) => fromRound(round, charsAToken))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await sql`
      INSERT INTO rounds ${sql(rows.slice(at, at + ROWS_AT_ONCE))}
      ON CONFLICT (session_id, round) DO UPDATE SET started = excluded.started, user_preview = excluded.user_preview,
        agent_preview = excluded.agent_preview, tool_count = excluded.tool_count,
        thinking_count = excluded.thinking_count, thinking_chars = excluded.thinking_chars,
        token_count = excluded.token_count, ended = excluded.ended, chars = excluded.chars`
  }
}

/** A round that was a part of another once is what that was tagged as, until it is tagged itself. */
async function inheritTags(sql: Sql, session: SessionId, patches: readonly RoundPatch[]): Promise<void> {
  const inner = patches.filter(({ within }) => within !== undefined)
  if (inner.length === 0) return
  const outer = await sql<Pick<StoredRound, 'round' | 'round_id'>[]>`
    SELECT round, round_id FROM rounds WHERE session_id = ${session} AND round = ANY(${inner.map(({ within }) => within!)}::bigint[])`
  const ids = new Map([
    ...outer.map((row) => [row.round, row.round_id] as const),
    ...patches.map((patch) => [patch.round, patch.roundId] as const),
  ])
  for (const { roundId, within } of inner) {
    const from = ids.get(within!)
    if (from !== undefined) await inheritTag(sql, from, roundId)
  }
}

/** Estimates every round of a session again whose estimate is not of this measure. */
export async function writeTokens(sql: Sql, session: SessionId, charsAToken: number): Promise<void> {
  const rows = await sql<Pick<StoredRound, 'round' | 'chars' | 'token_count'>[]>`
    SELECT round, chars, token_count FROM rounds WHERE session_id = ${session}`
  const stale = rows.filter(({ chars, token_count }) => token_count !== estimateTokens(chars, charsAToken))
  if (stale.length === 0) return
  await sql`
    UPDATE rounds SET token_count = given.tokens FROM unnest(
      ${stale.map(({ round }) => round)}::bigint[],
      ${stale.map(({ chars }) => estimateTokens(chars, charsAToken))}::bigint[]
    ) AS given (round, tokens) WHERE session_id = ${session} AND rounds.round = given.round`
}

/** Marks exactly these rounds as active; round 0 never is. Rows that are right already are not written. */
export async function writeActive(
  sql: Sql,
  session: SessionId,
  active: ActiveRounds,
  cut: readonly number[],
): Promise<void> {
  if (active === 'unchanged') return
  await sql`
    UPDATE rounds SET active = wanted.active FROM (
      SELECT round, CASE WHEN round = ANY(${cut as number[]}::bigint[]) THEN ${CUT}::int
                         WHEN round = ANY(${active as number[]}::bigint[]) THEN ${ACTIVE}::int ELSE 0 END AS active
        FROM rounds WHERE session_id = ${session} AND round > 0
    ) AS wanted
    WHERE session_id = ${session} AND rounds.round = wanted.round AND rounds.active <> wanted.active`
}

export async function listRounds(
  sql: Sql,
  session: SessionId,
  { after = -1, first = ALL, last = ALL }: WhichRounds = {},
): Promise<readonly RoundRow[]> {
  const isFromEnd = last < ALL
  const direction = isFromEnd ? sql`DESC` : sql`ASC`
  const rows = await sql<StoredRound[]>`
    SELECT * FROM rounds WHERE session_id = ${session} AND (COALESCE(part_of, round), round) > (
      COALESCE((SELECT part_of FROM rounds WHERE session_id = ${session} AND round = ${after}), ${after}), ${after})
    ORDER BY COALESCE(part_of, round) ${direction}, round ${direction} LIMIT ${isFromEnd ? last : first}`
  return (isFromEnd ? rows.toReversed().slice(0, first) : rows).map(toRound)
}

export async function countRounds(sql: Sql, session: SessionId): Promise<number> {
  const [row] = await sql<{ rounds: number }[]>`SELECT count(*) AS rounds FROM rounds WHERE session_id = ${session}`
  return row!.rounds
}

export async function readRounds(sql: Sql, places: readonly Omit<RoundRef, 'roundId'>[]): Promise<readonly RoundRow[]> {
  const rows = await sql<StoredRound[]>`
    SELECT rounds.* FROM unnest(
      ${places.map(({ session }) => session)}::text[], ${places.map(({ round }) => round)}::bigint[]
    ) WITH ORDINALITY AS wanted (session_id, round, nth) JOIN rounds USING (session_id, round) ORDER BY wanted.nth`
  return rows.map(toRound)
}

export async function findRounds(sql: Sql, roundIds: readonly RoundId[]): Promise<readonly RoundRef[]> {
  const rows = await sql<StoredRound[]>`
    SELECT rounds.session_id, rounds.round, rounds.round_id FROM rounds JOIN sessions USING (session_id)
     WHERE rounds.round_id = ANY(${roundIds as RoundId[]}::text[]) ORDER BY sessions.id, rounds.round`
  return rows.map((row) => ({ roundId: row.round_id, session: row.session_id, round: row.round }))
}

export async function listEngagements(sql: Sql, session: SessionId): Promise<readonly string[]> {
  const rows = await sql<{ engagement: string }[]>`
    SELECT DISTINCT engagement_id AS engagement FROM rounds
     WHERE session_id = ${session} AND engagement_id IS NOT NULL ORDER BY engagement_id`
  return rows.map(({ engagement }) => engagement)
}

function fromRound(round: RoundRow, charsAToken: number): StoredRound {
  return {
    session_id: round.session,
    round: round.round,
    started: round.started,
    engagement_id: round.engagement,
    user_preview: round.userPreview,
    agent_preview: round.agentPreview,
    tool_count: round.toolCount,
    thinking_count: round.thinkingCount,
    thinking_chars: round.thinkingChars,
    token_count: estimateTokens(round.chars, charsAToken),
    round_id: round.roundId,
    ended: round.ended,
    active: round.active ? ACTIVE : 0,
    chars: round.chars,
    part_of: round.within ?? null,
  }
}
