import type { ActiveRounds } from '../../model/derived.ts'
import type { RoundId, SessionId } from '../../model/id.ts'
import type { RoundRef } from '../../model/plan.ts'
import { addPatch, type RoundPatch } from '../../model/round-patch.ts'
import type { RoundRow } from '../../model/session.ts'
import { estimateTokens } from '../../model/tokens.ts'
import type { WhichRounds } from '../record.ts'
import { ACTIVE, CUT, type StoredRound, toRound } from '../rules/round-row.ts'
import type { Connection } from './connection.ts'
import { currentTag, inheritTag } from './tags.ts'

const ROUNDS_AT_ONCE = 64
/** Most sessions have no more: to look for 64 takes ten times as long. */
const FEW_ROUNDS = 6
/** More than any session has. */
const ALL = 1_000_000_000

/** Where a round is among others: one that was a part of another once comes after that. */
const PLACE = '(COALESCE(part_of, round), round)'

const findRoundsSql = (count: number) => `SELECT sessions.id, rounds.session_id, rounds.round, rounds.round_id
  FROM rounds JOIN sessions USING (session_id) WHERE rounds.round_id IN (${Array(count).fill('?').join(', ')})`

const FIND_FEW = findRoundsSql(FEW_ROUNDS)
const FIND_ROUNDS = findRoundsSql(ROUNDS_AT_ONCE)

/** Adds what a stretch says of one round. A round that was not there takes its tag from the journal and is active. */
export function writeRound(connection: Connection, session: SessionId, patch: RoundPatch, charsAToken: number): void {
  const stored = connection.get<StoredRound>('SELECT * FROM rounds WHERE session_id = ? AND round = ?', [
    session,
    patch.round,
  ])
  const added = stored ? addPatch(toRound(stored), patch) : newRound(connection, session, patch)
  const { isCut: _, within = null, ...round } = { ...added, tokenCount: estimateTokens(added.chars, charsAToken) }
  connection.run(
    `INSERT INTO rounds (session_id, round, started, engagement_id, user_preview, agent_preview, tool_count, thinking_count,
       thinking_chars, token_count, round_id, ended, active, chars, part_of)
     VALUES (@session, @round, @started, @engagement, @userPreview, @agentPreview, @toolCount, @thinkingCount,
       @thinkingChars, @tokenCount, @roundId, @ended, @active, @chars, @within)
     ON CONFLICT (session_id, round) DO UPDATE SET started = excluded.started, user_preview = excluded.user_preview,
       agent_preview = excluded.agent_preview, tool_count = excluded.tool_count, thinking_count = excluded.thinking_count,
       thinking_chars = excluded.thinking_chars, token_count = excluded.token_count, ended = excluded.ended, chars = excluded.chars`,
    { ...round, within, active: round.active ? ACTIVE : 0 },
  )
}

/** Estimates every round of a session again where it is not known that the estimates are of this measure. */
export function writeTokens(
  connection: Connection,
  session: SessionId,
  charsAToken: number,
  written: readonly RoundPatch[],
): void {
  const fresh = JSON.stringify(written.map(({ round }) => round)) // they are of this measure already
  const rows = (more: string) =>
    connection.all<Pick<StoredRound, 'round' | 'chars' | 'token_count'>>(
      `SELECT round, chars, token_count FROM rounds
        WHERE session_id = ? AND round NOT IN (SELECT value FROM json_each(?)) ORDER BY chars DESC ${more}`,
      [session, fresh],
    )
  const isStale = (row: { chars: number; token_count: number }) =>
    row.token_count !== estimateTokens(row.chars, charsAToken)
  if (!rows('LIMIT 1').some(isStale)) return
  for (const { round, chars } of rows('').filter(isStale)) {
    const tokens = estimateTokens(chars, charsAToken)
    connection.run('UPDATE rounds SET token_count = ? WHERE session_id = ? AND round = ?', [tokens, session, round])
  }
}

/** Marks exactly these rounds as active; round 0 never is. Rows that are right already are not written. */
export function writeActive(
  connection: Connection,
  session: SessionId,
  active: ActiveRounds,
  cut: readonly number[],
): void {
  if (active === 'unchanged') return
  const wanted = new Map([
    ...active.map((round) => [round, ACTIVE] as const),
    ...cut.map((round) => [round, CUT] as const),
  ])
  const rows = connection.all<StoredRound>('SELECT round, active FROM rounds WHERE session_id = ? AND round > 0', [
    session,
  ])
  for (const { round, active: is } of rows) {
    const should = wanted.get(round) ?? 0
    if (is !== should)
      connection.run('UPDATE rounds SET active = ? WHERE session_id = ? AND round = ?', [should, session, round])
  }
}

export function listRounds(
  connection: Connection,
  session: SessionId,
  { after = -1, first = ALL, last = ALL }: WhichRounds = {},
): readonly RoundRow[] {
  const isFromEnd = last < ALL
  const direction = isFromEnd ? 'DESC' : 'ASC'
  const rows = connection.all<StoredRound>(
    `SELECT * FROM rounds WHERE session_id = @session AND ${PLACE} > (
       COALESCE((SELECT part_of FROM rounds WHERE session_id = @session AND round = @after), @after), @after)
      ORDER BY COALESCE(part_of, round) ${direction}, round ${direction} LIMIT @most`,
    { session, after, most: isFromEnd ? last : first },
  )
  return (isFromEnd ? rows.reverse().slice(0, first) : rows).map(toRound)
}

export function countRounds(connection: Connection, session: SessionId): number {
  return connection.get<{ rounds: number }>('SELECT count(*) AS rounds FROM rounds WHERE session_id = ?', [session])!
    .rounds
}

export function readRounds(connection: Connection, places: readonly Omit<RoundRef, 'roundId'>[]): readonly RoundRow[] {
  const wanted = JSON.stringify(places.map(({ session, round }) => [session, round]))
  return connection
    .all<StoredRound>(
      `SELECT rounds.* FROM json_each(?) AS wanted
       CROSS JOIN rounds ON session_id = wanted.value ->> 0 AND round = wanted.value ->> 1 ORDER BY wanted.key`,
      [wanted],
    )
    .map(toRound)
}

export function findRounds(connection: Connection, roundIds: readonly RoundId[]): readonly RoundRef[] {
  const ids = [...new Set(roundIds)]
  const rows: (StoredRound & { readonly id: number })[] = []
  for (let at = 0; at < ids.length; at += ROUNDS_AT_ONCE) {
    const some = ids.slice(at, at + ROUNDS_AT_ONCE)
    const [sql, count] = some.length <= FEW_ROUNDS ? [FIND_FEW, FEW_ROUNDS] : [FIND_ROUNDS, ROUNDS_AT_ONCE]
    rows.push(...connection.all<(typeof rows)[number]>(sql, padded(some, count)))
  }
  return rows
    .sort((a, b) => a.id - b.id || a.round - b.round)
    .map((row) => ({ roundId: row.round_id, session: row.session_id, round: row.round }))
}

/** One statement serves any number up to this: what is missing is asked for twice. */
function padded(ids: readonly RoundId[], count: number): readonly RoundId[] {
  return Array.from({ length: count }, (_, at) => ids[at] ?? ids[0]!)
}

export function listEngagements(connection: Connection, session: SessionId): readonly string[] {
  return connection
    .all<{ engagement_id: string }>(
      'SELECT DISTINCT engagement_id FROM rounds WHERE session_id = ? AND engagement_id IS NOT NULL ORDER BY engagement_id',
      [session],
    )
    .map((row) => row.engagement_id)
}

function newRound(connection: Connection, session: SessionId, patch: RoundPatch): RoundRow {
  return {
    ...patch,
    session,
    active: patch.round > 0,
    engagement:
      patch.within === undefined ? currentTag(connection, patch.roundId) : innerTag(connection, session, patch),
    tokenCount: 0,
  }
}

/** A round that was a part of another once is what that was tagged as, until it is tagged itself. */
function innerTag(connection: Connection, session: SessionId, { roundId, within }: RoundPatch): string | null {
  const outer = connection.get<Pick<StoredRound, 'round_id'>>(
    'SELECT round_id FROM rounds WHERE session_id = ? AND round = ?',
    [session, within!],
  )
  if (outer) inheritTag(connection, outer.round_id, roundId)
  return currentTag(connection, roundId)
}
