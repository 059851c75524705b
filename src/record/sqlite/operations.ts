import type { SessionId } from '../../model/id.ts'
import type { Operation } from '../../model/operation.ts'
import type { SessionEnd } from '../../model/session.ts'
import {
  endingBy,
  endingOf,
  ends,
  type OperationRow,
  operationChecksum,
  operationNotFound,
  operationRow,
  toOperation,
} from '../rules/operation-row.ts'
import type { Connection } from './connection.ts'
import { numberSessions } from './workers.ts'

/** Writes an operation down, its sessions numbered where they have a worker; those it was cut from end with it. */
export function writeOperation(connection: Connection, { undoneAt, ...recorded }: Operation): void {
  const operation = { ...numberSessions(connection, recorded), undoneAt }
  connection.run(
    `INSERT INTO operations (operation_id, kind, at, "by", body, undone_at, checksum)
     VALUES (@operation_id, @kind, @at, @by, @body, @undone_at, @checksum)`,
    { ...operationRow(operation) },
  )
  if (!ends(operation)) return
  for (const session of operation.sources) endSession(connection, session, endingBy(operation, session))
}

/** Marks an operation as undone; the sessions it was cut from are as if it had not been. */
export function markUndone(connection: Connection, id: string, at: string): void {
  const found = findOperation(connection, id)
  if (!found) throw operationNotFound(id)
  const row = connection.get<OperationRow>('SELECT * FROM operations WHERE operation_id = ?', [id])!
  connection.run('UPDATE operations SET undone_at = ?, checksum = ? WHERE operation_id = ?', [
    at,
    operationChecksum({ ...row, undone_at: at }),
    id,
  ])
  const operations = listOperations(connection)
  for (const session of found.sources) endSession(connection, session, endingOf(session, operations))
}

function findOperation(connection: Connection, id: string): Operation | undefined {
  const row = connection.get<OperationRow>('SELECT * FROM operations WHERE operation_id = ?', [id])
  return row && toOperation(row)
}

/** The newest first. */
export function listOperations(connection: Connection): readonly Operation[] {
  return connection.all<OperationRow>('SELECT * FROM operations ORDER BY id DESC').map(toOperation)
}

/** Writes down when and why a session ended; null where it goes on. */
export function endSession(connection: Connection, session: SessionId, end: SessionEnd | null): void {
  connection.run(
    'UPDATE sessions SET ended_at = ?, end_reason = ?, context_at_end = ?, summary = ? WHERE session_id = ?',
    [end?.at ?? null, end?.reason ?? null, end?.context ?? null, end?.summary ?? null, session],
  )
}
