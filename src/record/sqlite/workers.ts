import type { SessionId } from '../../model/id.ts'
import type { Operation } from '../../model/operation.ts'
import { type KnownSession, lastOf, numberedBy, numberFor, type SessionNumber, workerOf } from '../rules/workers.ts'
import type { Connection } from './connection.ts'

/** Numbers the sessions of an operation where it has a worker. */
export function numberSessions<O extends Operation | Omit<Operation, 'undoneAt'>>(connection: Connection, given: O): O {
  const sources = given.sources.map((session) => findRow(connection, session))
  const worker = workerOf(given, sources)
  if (worker === undefined) return given
  const { operation, numbers } = numberedBy(given, sources, { worker, last: lastNumber(connection, worker) })
  for (const number of numbers) setNumber(connection, number)
  return operation
}

/** Gives a session that comes into the record the number that the operation it came from has for it. */
export function numberCreated(connection: Connection, session: SessionId): void {
  const rows = connection.all<{ body: string }>(
    `SELECT body FROM operations
      WHERE substr(body, 1, ${WORKER.length}) = '${WORKER}' AND instr(body, ?) > 0 AND json_valid(body) ORDER BY id`,
    [session],
  )
  for (const { body } of rows) {
    const number = numberFor(session, JSON.parse(body) as Operation)
    if (number) setNumber(connection, number)
  }
}

/** How the body of an operation begins that has a worker (`operationRow`). */
const WORKER = '{"worker":'

function lastNumber(connection: Connection, worker: string): number {
  const known = connection.get<{ last: number | null }>(
    'SELECT max(session_number) AS last FROM sessions WHERE worker_id = ?',
    [worker],
  )
  const prefix = `${WORKER}${JSON.stringify(worker)},`
  const newest = connection.get<{ body: string }>(
    `SELECT body FROM operations
      WHERE substr(body, 1, length(@prefix)) = @prefix AND json_valid(body) ORDER BY id DESC LIMIT 1`,
    { prefix },
  )
  return lastOf(known?.last, newest ? [JSON.parse(newest.body) as Operation] : [])
}

function findRow(connection: Connection, session: SessionId): KnownSession | undefined {
  return connection.get('SELECT worker_id, started FROM sessions WHERE session_id = ?', [session])
}

/** A session keeps the number that it has. */
function setNumber(connection: Connection, { session, worker, number, startedAt }: SessionNumber): void {
  connection.run(
    `UPDATE sessions SET worker_id = @worker, session_number = @number, started_at = @startedAt
      WHERE session_id = @session AND worker_id IS NULL`,
    { session, worker, number, startedAt },
  )
}
