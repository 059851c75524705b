import type { SessionId } from '../../model/id.ts'
import type { Problem } from '../../model/session.ts'
import { movedSpans, type Owner, type Span } from '../../model/span.ts'
import { checksumOf } from '../rules/checksum.ts'
import {
  DERIVED_TABLES,
  type DerivedStretch,
  GRAPHS_A_PAGE,
  type GraphRow,
  graphsIn,
  joinedSpans,
} from '../rules/derived.ts'
import { pages } from '../rules/pages.ts'
import type { Connection } from './connection.ts'
import { writeActive, writeRound, writeTokens } from './rounds.ts'

/** Adds what a stretch means, but for the session's facts. Many small stretches leave the rows that one large one leaves. */
export function writeDerived(connection: Connection, patch: DerivedStretch): void {
  const { session, start, derived, active, cut = [], replaces } = patch
  if (replaces) clearDerived(connection, session)
  for (const patch of derived.rounds) writeRound(connection, session, patch, derived.facts.charsAToken)
  writeTokens(connection, session, derived.facts.charsAToken, derived.rounds)
  writeActive(connection, session, active, cut)
  for (const span of derived.moved ?? []) moveSpan(connection, session, span)
  writeSpans(connection, session, derived.spans)
  for (const { line, problem } of derived.problems) {
    connection.run('INSERT INTO problems (session_id, line, problem) VALUES (?, ?, ?)', [session, line, problem])
  }
  if (derived.graph) {
    const checksum = checksumOf([session, start, derived.graph])
    connection.run('INSERT INTO graphs (session_id, start, data, checksum) VALUES (?, ?, ?, ?)', [
      session,
      start,
      derived.graph,
      checksum,
    ])
  }
}

export function listSpans(connection: Connection, session: SessionId, owner: Owner | undefined): readonly Span[] {
  if (owner === undefined)
    return connection.all('SELECT start, "end", owner FROM spans WHERE session_id = ? ORDER BY start', [session])
  return connection.all('SELECT start, "end", owner FROM spans WHERE session_id = ? AND owner = ? ORDER BY start', [
    session,
    owner,
  ])
}

export function readSpans(connection: Connection, session: SessionId, after: number, limit: number): readonly Span[] {
  return connection.all(
    'SELECT start, "end", owner FROM spans WHERE session_id = ? AND start > ? ORDER BY start LIMIT ?',
    [session, after, limit],
  )
}

export function listProblems(connection: Connection, session: SessionId): readonly Problem[] {
  return connection.all('SELECT line, problem FROM problems WHERE session_id = ? ORDER BY line, id', [session])
}

/** A page of a session's graphs holds few, because a graph may be large. */
export function listGraphs(
  connection: Connection,
  session: SessionId,
  order: 'last first' | 'file order' = 'last first',
): AsyncIterable<Uint8Array> {
  const [beyond, direction, edge] =
    order === 'last first' ? ['<', 'DESC', Number.MAX_SAFE_INTEGER] : ['>', 'ASC', Number.MIN_SAFE_INTEGER]
  return graphsIn(
    session,
    pages<GraphRow>(
      (after, limit) =>
        connection.all(
          `SELECT id, start, data, checksum FROM graphs WHERE session_id = ? AND (start, id) ${beyond} (?, ?)
           ORDER BY start ${direction}, id ${direction} LIMIT ?`,
          [session, after?.start ?? edge, after?.id ?? edge, limit],
        ),
      GRAPHS_A_PAGE,
    ),
  )
}

/** The first span is joined with the stored one it continues, so that where a stretch was cut leaves no trace. */
function writeSpans(connection: Connection, session: SessionId, spans: readonly Span[]): void {
  const last = connection.get<Span>(
    'SELECT start, "end", owner FROM spans WHERE session_id = ? ORDER BY start DESC LIMIT 1',
    [session],
  )
  const joined = joinedSpans(last, spans)
  const first = last && joined.shift()
  if (first && first.end !== last.end) {
    connection.run('UPDATE spans SET "end" = ? WHERE session_id = ? AND start = ?', [first.end, session, first.start])
  }
  for (const span of joined) insertSpan(connection, session, span)
}

function insertSpan(connection: Connection, session: SessionId, { start, end, owner }: Span): void {
  const sql = 'INSERT INTO spans (session_id, start, "end", owner) VALUES (?, ?, ?, ?)'
  connection.run(sql, [session, start, end, owner])
}

/** Gives bytes to another owner, with the spans next to them, which may be that owner's too. */
function moveSpan(connection: Connection, session: SessionId, span: Span): void {
  const near = connection.all<Span>(
    'SELECT start, "end", owner FROM spans WHERE session_id = ? AND start <= ? AND "end" >= ? ORDER BY start',
    [session, span.end, span.start],
  )
  for (const { start } of near) connection.run('DELETE FROM spans WHERE session_id = ? AND start = ?', [session, start])
  for (const { start, end, owner } of movedSpans(near, span)) insertSpan(connection, session, { start, end, owner })
}

/** Takes away everything that can be computed again; tags stay in their journal. */
function clearDerived(connection: Connection, session: SessionId): void {
  for (const table of DERIVED_TABLES) {
    connection.run(`DELETE FROM ${table} WHERE session_id = ?`, [session])
  }
}
