import type { SessionId } from '../../../model/id.ts'
import type { Operation } from '../../../model/operation.ts'
import type { Connection } from './connection.ts'

type Numbered = Pick<Operation, 'at' | 'sources' | 'outputs' | 'worker'>

/**
 * Numbers the sessions of an operation among those of a worker: sources that have none the next numbers,
 * then the new sessions. The worker is that of the sources, or else the one that is at work. Without one nothing is
 * numbered. A new session need not be in the record yet: its number is written down with the operation.
 */
export function numberSessions<O extends Numbered>(connection: Connection, operation: O): O {
  const rows = operation.sources.map((session) => findRow(connection, session))
  const worker = rows.find((row) => row?.worker_id != null)?.worker_id ?? operation.worker
  if (worker === undefined) return operation
  let last = lastNumber(connection, worker)
  for (const [at, session] of operation.sources.entries()) {
    const row = rows[at]
    if (row?.worker_id === null) setNumber(connection, session, { worker, number: ++last, startedAt: row.started })
  }
  const outputs = operation.outputs.map((output) => ({ ...output, number: ++last }))
  for (const { session, number } of outputs) {
    setNumber(connection, session, { worker, number, startedAt: operation.at })
  }
  return { ...operation, worker, outputs }
}

/** Gives a session that comes into the record the number that the operation it came from has for it. */
export function numberCreated(connection: Connection, session: SessionId): void {
  const rows = connection.all<{ body: string }>(
    `SELECT body FROM operations
      WHERE substr(body, 1, ${WORKER.length}) = '${WORKER}' AND instr(body, ?) > 0 AND json_valid(body) ORDER BY id`,
    [session],
  )
  for (const { body } of rows) {
    const { at, worker, outputs } = JSON.parse(body) as Numbered
    const number = outputs.find((output) => output.session === session)?.number
    if (worker !== undefined && number !== undefined) setNumber(connection, session, { worker, number, startedAt: at })
  }
}

/** How the body of an operation begins that has a worker (`operationRow`). */
const WORKER = '{"worker":'

/** The highest number a worker has given, to sessions of the record and to those that are still to come. */
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
  const given = newest ? (JSON.parse(newest.body) as Numbered).outputs.map((output) => output.number ?? 0) : []
  return Math.max(known?.last ?? 0, ...given)
}

interface SessionRow {
  readonly worker_id: string | null
  readonly started: string | null
}

function findRow(connection: Connection, session: SessionId): SessionRow | undefined {
  return connection.get('SELECT worker_id, started FROM sessions WHERE session_id = ?', [session])
}

/** A session keeps the number that it has. */
function setNumber(
  connection: Connection,
  session: SessionId,
  {
    worker,
    number,
    startedAt,
  }: { readonly worker: string; readonly number: number; readonly startedAt: string | null },
): void {
  connection.run(
    `UPDATE sessions SET worker_id = @worker, session_number = @number, started_at = @startedAt
      WHERE session_id = @session AND worker_id IS NULL`,
    { session, worker, number, startedAt },
  )
}
