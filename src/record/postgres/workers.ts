import type { SessionId } from '../../model/id.ts'
import type { Operation } from '../../model/operation.ts'
import type { Sql } from '../../system/postgres/connect.ts'
import { type OperationRow, toOperation } from '../rules/operation-row.ts'
import type { SessionRow } from '../rules/session-row.ts'
import { lastOf, numberedBy, numberFor, type SessionNumber, workerOf } from '../rules/workers.ts'

/** Numbers the sessions of an operation where it has a worker. */
export async function numberSessions<O extends Operation | Omit<Operation, 'undoneAt'>>(
  sql: Sql,
  given: O,
): Promise<O> {
  const rows = await sql<Pick<SessionRow, 'session_id' | 'worker_id' | 'started'>[]>`
    SELECT session_id, worker_id, started FROM sessions
     WHERE session_id = ANY(${given.sources as SessionId[]}::text[])`
  const bySession = new Map(rows.map((row) => [row.session_id, row]))
  const sources = given.sources.map((session) => bySession.get(session))
  const worker = workerOf(given, sources)
  if (worker === undefined) return given
  const { operation, numbers } = numberedBy(given, sources, { worker, last: await lastNumber(sql, worker) })
  for (const number of numbers) await setNumber(sql, number)
  return operation
}

/** Gives a session that comes into the record the number that the operation it came from has for it. */
export async function numberCreated(sql: Sql, session: SessionId): Promise<void> {
  const rows = await sql<
    OperationRow[]
  >`SELECT * FROM operations WHERE strpos(body, ${JSON.stringify(session)}) > 0 ORDER BY id`
  for (const operation of rows.map(toOperation)) {
    const number = numberFor(session, operation)
    if (number) await setNumber(sql, number)
  }
}

async function lastNumber(sql: Sql, worker: string): Promise<number> {
  const [known] = await sql<{ last: number | null }[]>`
    SELECT max(session_number) AS last FROM sessions WHERE worker_id = ${worker}`
  const rows = await sql<OperationRow[]>`
    SELECT * FROM operations WHERE strpos(body, ${JSON.stringify(worker)}) > 0`
  const own = rows.map(toOperation).filter((operation) => operation.worker === worker)
  return lastOf(known?.last, own)
}

/** A session keeps the number that it has. */
async function setNumber(sql: Sql, { session, worker, number, startedAt }: SessionNumber): Promise<void> {
  await sql`
    UPDATE sessions SET worker_id = ${worker}, session_number = ${number}, started_at = ${startedAt}
     WHERE session_id = ${session} AND worker_id IS NULL`
}
