import type { DerivedPatch } from '../../model/derived.ts'
import type { CommitId, SessionId } from '../../model/id.ts'
import { PARSER_VERSION } from '../../model/parser-version.ts'
import type { Session } from '../../model/session.ts'
import type { Append } from '../record.ts'
import { pages } from '../rules/pages.ts'
import {
  FACT_COLUMNS,
  factColumns,
  type Guarded,
  SESSION_COLUMNS,
  type SessionRow,
  sessionChecksum,
  toSession,
} from '../rules/session-row.ts'
import { alreadyThere, endingAt, type Head, type NewSession, SESSIONS_A_PAGE, soundState } from '../rules/sessions.ts'
import type { Connection } from './connection.ts'

export function createSession(
  connection: Connection,
  { session, source, client, clientId, generation, format }: NewSession,
): void {
  const there = connection.get<Pick<SessionRow, 'session_id'>>(
    `SELECT session_id FROM sessions
      WHERE session_id = @session OR (client = @client AND client_session_id = @clientId AND generation = @generation)`,
    { session, client, clientId, generation },
  )
  if (there) throw alreadyThere(session)
  connection.run(
    `INSERT INTO sessions (session_id, client, client_session_id, generation, format, source, parent_session,
       bytes, tail, rounds, highest_round, messages, blocks, lines, tokens, largest_context, parser_state, parser_checksum, checksum, sealed)
     VALUES (@session, @client, @clientId, @generation, @format, @source,
       (SELECT parent FROM lineage WHERE child = @session ORDER BY id LIMIT 1), 0, x'', 0, 0, 0, 0, 0, 0, 0, '', '', '', 0)`,
    { session, client, clientId, generation, format, source },
  )
}

/** Returns where the session's chain ends; throws unless that is at `from`. */
export function expectHead(connection: Connection, session: SessionId, from: CommitId | null): Head {
  const row = connection.get<Pick<SessionRow, 'head' | 'bytes'>>(
    'SELECT head, bytes FROM sessions WHERE session_id = ?',
    [session],
  )
  const { head: commit, bytes } = endingAt(row, session, from)
  return { commit, bytes }
}

/**
 * What nothing else in the record could tell is guarded; facts are compared with the bytes they come from. Both in one
 * statement: with where the parser is, the row is longer than a page, and each change writes it again.
 */
export function moveHead(
  connection: Connection,
  session: SessionId,
  to: Head & Pick<Append, 'tail' | 'source' | 'derived'>,
): void {
  const known = connection.get<Omit<Guarded, 'head' | 'bytes' | 'tail' | 'source'>>(
    'SELECT session_id, client, client_session_id, generation, format FROM sessions WHERE session_id = ?',
    [session],
  )
  if (!known) return
  const { commit: head, bytes, tail, source, derived } = to
  const checksum = sessionChecksum({ ...known, head, bytes, tail, source })
  connection.run(
    `UPDATE sessions SET head = @head, bytes = @bytes, tail = @tail, source = @source, checksum = @checksum, ${SET_FACTS}
      WHERE session_id = @session`,
    { session, head, bytes, tail, source, checksum, ...factColumns(derived) },
  )
}

const SET_FACTS = FACT_COLUMNS.map((column) => `${column} = @${column}`).join(', ')

export function writeFacts(connection: Connection, session: SessionId, derived: Facts): void {
  connection.run(`UPDATE sessions SET ${SET_FACTS} WHERE session_id = @session`, { session, ...factColumns(derived) })
}

type Facts = Pick<DerivedPatch, 'facts' | 'parserState'>

export function findSession(connection: Connection, id: SessionId): Session | undefined {
  const row = connection.get<SessionRow>(`SELECT ${SESSION_COLUMNS} FROM sessions WHERE session_id = ?`, [id])
  return row && toSession(row)
}

export function findParserState(connection: Connection, session: SessionId): string | null {
  const row = connection.get<{ readonly state: string; readonly checksum: string }>(
    // Another Stet may have derived less, or found other rounds: what it derived is computed again.
    'SELECT parser_state AS state, parser_checksum AS checksum FROM sessions WHERE session_id = ? AND parser_version = ?',
    [session, PARSER_VERSION],
  )
  return soundState(row)
}

/** Another Stet may have derived less, or found other rounds. */
export function isOutdated(connection: Connection, session: SessionId): boolean {
  const row = connection.get<{ readonly state: string; readonly checksum: string }>(
    `SELECT parser_state AS state, parser_checksum AS checksum FROM sessions
      WHERE session_id = ? AND head IS NOT NULL AND parser_version IS NOT ?`,
    [session, PARSER_VERSION],
  )
  return soundState(row) !== null
}

export function listOutdated(connection: Connection): readonly SessionId[] {
  const known = connection.get<{ value: string }>("SELECT value FROM meta WHERE key = 'parser_version'", [])
  if (Number(known?.value) === PARSER_VERSION) return []
  return connection
    .all<Pick<SessionRow, 'session_id'>>(
      'SELECT session_id FROM sessions WHERE head IS NOT NULL AND parser_version IS NOT ? ORDER BY id',
      [PARSER_VERSION],
    )
    .map((row) => row.session_id)
}

export function noteRefreshed(connection: Connection): void {
  connection.run("INSERT OR REPLACE INTO meta (key, value) VALUES ('parser_version', ?)", [String(PARSER_VERSION)])
}

export function generations(connection: Connection, client: string, clientId: string): readonly Session[] {
  return connection
    .all<SessionRow>(
      `SELECT ${SESSION_COLUMNS} FROM sessions WHERE client = ? AND client_session_id = ? ORDER BY generation`,
      [client, clientId],
    )
    .map(toSession)
}

export async function* listSessions(connection: Connection): AsyncGenerator<Session> {
  const rows = pages<SessionRow>(
    (after, limit) =>
      connection.all(`SELECT ${SESSION_COLUMNS} FROM sessions WHERE id > ? ORDER BY id LIMIT ?`, [
        after?.id ?? 0,
        limit,
      ]),
    SESSIONS_A_PAGE,
  )
  for await (const row of rows) yield toSession(row)
}
