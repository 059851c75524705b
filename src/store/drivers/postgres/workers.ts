import type { SessionId } from '../../../model/id.ts'
import type { Operation } from '../../../model/operation.ts'
import type { Sql } from '../../../postgres/connect.ts'
import { type OperationRow, toOperation } from '../../rows/operation-row.ts'
import type { SessionRow } from '../../rows/session-row.ts'

type Numbered = Pick<Operation, 'at' | 'sources' | 'outputs' | 'worker'>

/**
 * Numbers the sessions of an operation among those of a worker: sources that have none the next numbers, then the new
 * sessions. The worker is that of the sources, or else the one that is at work. Without one nothing is numbered. A new
 * session need not be in the record yet: its number is written down with the operation.
 */
export async function numberSessions<O extends Numbered>(sql: Sql, operation: O): Promise<O> {
  const rows = await sql<Pick<SessionRow, 'session_id' | 'worker_id' | 'started'>[]>`
    SELECT session_id, worker_id, started FROM sessions
     WHERE session_id = ANY(${operation.sources as SessionId[]}::text[])`
  const bySession = new Map(rows.map((row) => [row.session_id, row]))
  const sources = operation.sources.map((session) => bySession.get(session))
  const worker = sources.find((row) => row?.worker_id != null)?.worker_id ?? operation.worker
  if (worker === undefined) return operation
  let last = await lastNumber(sql, worker)
  for (const row of sources) {
    if (row?.worker_id !== null) continue
    await setNumber(sql, row.session_id, { worker, number: ++last, startedAt: row.started })
  }
  const outputs = operation.outputs.map((output) => ({ ...output, number: ++last }))
  for (const { session, number } of outputs) await setNumber(sql, session, { worker, number, startedAt: operation.at })
  return { ...operation, worker, outputs }
}

/** Gives a session that comes into the record the number that the operation it came from has for it. */
export async function numberCreated(sql: Sql, session: SessionId): Promise<void> {
  const rows = await sql<
    OperationRow[]
  >`SELECT * FROM operations WHERE strpos(body, ${JSON.stringify(session)}) > 0 ORDER BY id`
  for (const { at, worker, outputs } of rows.map(toOperation)) {
    const number = outputs.find((output) => output.session === session)?.number
    if (worker !== undefined && number !== undefined) await setNumber(sql, session, { worker, number, startedAt: at })
  }
}

/** The highest number a worker has given, to sessions of the record and to those that are still to come. */
async function lastNumber(sql: Sql, worker: string): Promise<number> {
  const [known] = await sql<{ last: number | null }[]>`
    SELECT max(session_number) AS last FROM sessions WHERE worker_id = ${worker}`
  const rows = await sql<OperationRow[]>`
    SELECT * FROM operations WHERE strpos(body, ${JSON.stringify(worker)}) > 0`
  const given = rows
    .map(toOperation)
    .filter((operation) => operation.worker === worker)
    .flatMap(({ outputs }) => outputs.map((output) => output.number ?? 0))
  return Math.max(known?.last ?? 0, ...given)
}

/** A session keeps the number that it has. */
async function setNumber(
  sql: Sql,
  session: SessionId,
  {
    worker,
    number,
    startedAt,
  }: { readonly worker: string; readonly number: number; readonly startedAt: string | null },
): Promise<void> {
  await sql`
    UPDATE sessions SET worker_id = ${worker}, session_number = ${number}, started_at = ${startedAt}
     WHERE session_id = ${session} AND worker_id IS NULL`
}
