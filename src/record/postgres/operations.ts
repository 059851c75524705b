import type { SessionId } from '../../model/id.ts'
import type { Operation } from '../../model/operation.ts'
import type { SessionEnd } from '../../model/session.ts'
import type { Sql } from '../../system/postgres/connect.ts'
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
import { numberSessions } from './workers.ts'

/** Writes an operation down, its sessions numbered where they have a worker; those it was cut from end with it. */
export async function writeOperation(sql: Sql, { undoneAt, ...recorded }: Operation): Promise<void> {
  const operation = { ...(await numberSessions(sql, recorded)), undoneAt }
  await sql`INSERT INTO operations ${sql(operationRow(operation))}`
  if (!ends(operation)) return
  for (const session of operation.sources) await endSession(sql, session, endingBy(operation, session))
}

/** Marks an operation as undone; the sessions it was cut from are as if it had not been. */
export async function markUndone(sql: Sql, id: string, at: string): Promise<void> {
  const [row] = await sql<OperationRow[]>`SELECT * FROM operations WHERE operation_id = ${id}`
  if (!row) throw operationNotFound(id)
  const { sources } = toOperation(row)
  const checksum = operationChecksum({ ...row, undone_at: at })
  await sql`UPDATE operations SET undone_at = ${at}, checksum = ${checksum} WHERE operation_id = ${id}`
  const operations = await listOperations(sql)
  for (const session of sources) await endSession(sql, session, endingOf(session, operations))
}

/** The newest first. */
export async function listOperations(sql: Sql): Promise<readonly Operation[]> {
  const rows = await sql<OperationRow[]>`SELECT * FROM operations ORDER BY id DESC`
  return rows.map(toOperation)
}

/** Writes down when and why a session ended; null where it goes on. */
export async function endSession(sql: Sql, session: SessionId, end: SessionEnd | null): Promise<void> {
  const columns = {
    ended_at: end?.at ?? null,
    end_reason: end?.reason ?? null,
    context_at_end: end?.context ?? null,
    summary: end?.summary ?? null,
  }
  await sql`UPDATE sessions SET ${sql(columns)} WHERE session_id = ${session}`
}
