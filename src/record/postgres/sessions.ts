import type { DerivedPatch } from '../../model/derived.ts'
import type { CommitId, SessionId } from '../../model/id.ts'
import { PARSER_VERSION } from '../../model/parser-version.ts'
import type { Session } from '../../model/session.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import type { Append } from '../record.ts'
import { pages } from '../rules/pages.ts'
import {
  factColumns,
  GUARDED,
  type Guarded,
  SESSION_COLUMNS,
  type SessionRow,
  sessionChecksum,
  toSession,
} from '../rules/session-row.ts'
import { alreadyThere, endingAt, type Head, type NewSession, SESSIONS_A_PAGE, soundState } from '../rules/sessions.ts'

/** A session as it was before a write. */
type Before = Guarded & Pick<SessionRow, 'chars_a_token'>

export async function createSession(sql: Sql, given: NewSession): Promise<void> {
  const { session, source, client, clientId, generation, format } = given
  const { count } = await sql`
    INSERT INTO sessions (session_id, client, client_session_id, generation, format, source, parent_session)
    VALUES (${session}, ${client}, ${clientId}, ${generation}, ${format}, ${source},
      (SELECT parent FROM lineage WHERE child = ${session} ORDER BY id LIMIT 1))
    ON CONFLICT DO NOTHING`
  if (count === 0) throw alreadyThere(session)
}

/** Returns the session; throws unless its chain ends at `from`. */
export async function expectHead(sql: Sql, session: SessionId, from: CommitId | null): Promise<Before> {
  const [row] = await sql<Before[]>`
    SELECT ${sql.unsafe(GUARDED)}, chars_a_token FROM sessions WHERE session_id = ${session} FOR UPDATE`
  return endingAt(row, session, from)
}

export async function moveHead(
  sql: Sql,
  before: Before,
  to: Head & Pick<Append, 'tail' | 'source' | 'derived'>,
): Promise<void> {
  const { commit: head, bytes, tail, source, derived } = to
  const checksum = sessionChecksum({ ...before, head, bytes, tail, source })
  await sql`
    UPDATE sessions SET ${sql({ head, bytes, tail, source, checksum, ...factColumns(derived) })}
     WHERE session_id = ${before.session_id}`
}

export async function writeFacts(
  sql: Sql,
  session: SessionId,
  derived: Pick<DerivedPatch, 'facts' | 'parserState'>,
): Promise<void> {
  await sql`UPDATE sessions SET ${sql(factColumns(derived))} WHERE session_id = ${session}`
}

export async function findSession(sql: Sql, id: SessionId): Promise<Session | undefined> {
  const [row] = await sql<SessionRow[]>`SELECT ${sql.unsafe(SESSION_COLUMNS)} FROM sessions WHERE session_id = ${id}`
  return row && toSession(row)
}

export async function findParserState(sql: Sql, session: SessionId): Promise<string | null> {
  const [row] = await sql<{ state: string; checksum: string }[]>`
    SELECT parser_state AS state, parser_checksum AS checksum FROM sessions
     WHERE session_id = ${session} AND parser_version = ${PARSER_VERSION}`
  return soundState(row)
}

/** Another Stet may have derived less, or found other rounds. */
export async function isOutdated(sql: Sql, session: SessionId): Promise<boolean> {
  const [row] = await sql<{ state: string; checksum: string }[]>`
    SELECT parser_state AS state, parser_checksum AS checksum FROM sessions
     WHERE session_id = ${session} AND head IS NOT NULL AND parser_version IS DISTINCT FROM ${PARSER_VERSION}`
  return soundState(row) !== null
}

export async function listOutdated(sql: Sql): Promise<readonly SessionId[]> {
  const [known] = await sql<{ value: string }[]>`SELECT value FROM meta WHERE key = 'parser_version'`
  if (Number(known?.value) === PARSER_VERSION) return []
  const rows = await sql<Pick<SessionRow, 'session_id'>[]>`
    SELECT session_id FROM sessions WHERE head IS NOT NULL AND parser_version IS DISTINCT FROM ${PARSER_VERSION} ORDER BY id`
  return rows.map((row) => row.session_id)
}

export async function noteRefreshed(sql: Sql): Promise<void> {
  await sql`
    INSERT INTO meta (key, value) VALUES ('parser_version', ${String(PARSER_VERSION)})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
}

export async function generations(sql: Sql, client: string, clientId: string): Promise<readonly Session[]> {
  const rows = await sql<SessionRow[]>`
    SELECT ${sql.unsafe(SESSION_COLUMNS)} FROM sessions
     WHERE client = ${client} AND client_session_id = ${clientId} ORDER BY generation`
  return rows.map(toSession)
}

export async function* listSessions(connection: Connection): AsyncGenerator<Session> {
  const rows = pages<SessionRow>(
    (after, limit) =>
      connection.read(
        (sql) => sql`
          SELECT ${sql.unsafe(SESSION_COLUMNS)} FROM sessions WHERE id > ${after?.id ?? 0} ORDER BY id LIMIT ${limit}`,
      ),
    SESSIONS_A_PAGE,
  )
  for await (const row of rows) yield toSession(row)
}
