import type { SessionId } from '../../model/id.ts'
import type { Problem } from '../../model/session.ts'
import { movedSpans, type Owner, type Span } from '../../model/span.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
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
import { writeActive, writeRounds } from './rounds.ts'

/** Adds what a stretch means, but for the session's facts and what these say of earlier rounds. Many small stretches leave the rows that one large one leaves. */
export async function writeDerived(sql: Sql, patch: DerivedStretch): Promise<void> {
  const { session, start, derived, active, cut = [], replaces } = patch
  if (replaces) await clearDerived(sql, session)
  if (derived.rounds.length > 0) await writeRounds(sql, session, derived.rounds, derived.facts.charsAToken)
  await writeActive(sql, session, active, cut)
  for (const span of derived.moved ?? []) await moveSpan(sql, session, span)
  if (derived.spans.length > 0) await writeSpans(sql, session, derived.spans)
  for (const { line, problem } of derived.problems)
    await sql`INSERT INTO problems (session_id, line, problem) VALUES (${session}, ${line}, ${problem})`
  if (!derived.graph) return
  const checksum = checksumOf([session, start, derived.graph])
  await sql`
    INSERT INTO graphs (session_id, start, data, checksum) VALUES (${session}, ${start}, ${derived.graph}, ${checksum})`
}

export async function listSpans(sql: Sql, session: SessionId, owner: Owner | undefined): Promise<readonly Span[]> {
  return sql<Span[]>`
    SELECT start, "end", owner FROM spans
     WHERE session_id = ${session} ${owner === undefined ? sql`` : sql`AND owner = ${owner}`} ORDER BY start`
}

export async function readSpans(sql: Sql, session: SessionId, after: number, limit: number): Promise<readonly Span[]> {
  return sql<Span[]>`
    SELECT start, "end", owner FROM spans WHERE session_id = ${session} AND start > ${after}
    ORDER BY start LIMIT ${limit}`
}

export async function listProblems(sql: Sql, session: SessionId): Promise<readonly Problem[]> {
  return sql<Problem[]>`SELECT line, problem FROM problems WHERE session_id = ${session} ORDER BY line, id`
}

export function listGraphs(
  connection: Connection,
  session: SessionId,
  order: 'last first' | 'file order' = 'last first',
): AsyncIterable<Uint8Array> {
  const edge = order === 'last first' ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER
  const rows = pages<GraphRow>((after, limit) => {
    const [start, id] = [after?.start ?? edge, after?.id ?? edge]
    return connection.read((sql) =>
      order === 'last first'
        ? sql<GraphRow[]>`
            SELECT id, start, data, checksum FROM graphs WHERE session_id = ${session} AND (start, id) < (${start}, ${id})
            ORDER BY start DESC, id DESC LIMIT ${limit}`
        : sql<GraphRow[]>`
            SELECT id, start, data, checksum FROM graphs WHERE session_id = ${session} AND (start, id) > (${start}, ${id})
            ORDER BY start, id LIMIT ${limit}`,
    )
  }, GRAPHS_A_PAGE)
  return graphsIn(session, rows)
}

/** The first span is joined with the stored one it continues, so that where a stretch was cut leaves no trace. */
async function writeSpans(sql: Sql, session: SessionId, spans: readonly Span[]): Promise<void> {
  const [last] = await sql<Span[]>`
    SELECT start, "end", owner FROM spans WHERE session_id = ${session} ORDER BY start DESC LIMIT 1`
  await putSpans(sql, session, joinedSpans(last, spans))
}

/** Gives bytes to another owner, with the spans next to them, which may be that owner's too. */
async function moveSpan(sql: Sql, session: SessionId, span: Span): Promise<void> {
  const near = await sql<Span[]>`
    DELETE FROM spans WHERE session_id = ${session} AND start <= ${span.end} AND "end" >= ${span.start}
    RETURNING start, "end", owner`
  await putSpans(
    sql,
    session,
    movedSpans(
      near.toSorted((a, b) => a.start - b.start),
      span,
    ),
  )
}

async function putSpans(sql: Sql, session: SessionId, spans: readonly Span[]): Promise<void> {
  await sql`
    INSERT INTO spans (session_id, start, "end", owner)
    SELECT ${session}, given.* FROM unnest(
      ${spans.map(({ start }) => start)}::bigint[], ${spans.map(({ end }) => end)}::bigint[],
      ${spans.map(({ owner }) => owner)}::bigint[]
    ) AS given ON CONFLICT (session_id, start) DO UPDATE SET "end" = excluded."end"`
}

/** Takes away everything that can be computed again; tags stay in their journal. */
async function clearDerived(sql: Sql, session: SessionId): Promise<void> {
  for (const table of DERIVED_TABLES) await sql`DELETE FROM ${sql(table)} WHERE session_id = ${session}`
}
