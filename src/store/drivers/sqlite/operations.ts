import { Failure } from '../../../model/errors.ts'
import type { SessionId } from '../../../model/id.ts'
import type { Operation } from '../../../model/operation.ts'
import type { SessionEnd } from '../../../model/session.ts'
import { checksumOf, ROTTEN } from './checksum.ts'
import type { Connection } from './connection.ts'
import { bodyOf, numberSessions } from './workers.ts'

export interface OperationRow {
  readonly operation_id: string
  readonly kind: string
  readonly at: string
  readonly by: string
  readonly body: string
  readonly undone_at: string | null
  readonly checksum: string
}

/** Writes an operation down, its sessions numbered where they have a worker; those it was cut from end with it. */
export function writeOperation(connection: Connection, { undoneAt, ...recorded }: Operation): void {
  const operation = numberSessions(connection, recorded)
  const row = {
    operation_id: operation.id,
    kind: operation.kind,
    at: operation.at,
    by: operation.by,
    body: bodyOf(operation),
    undone_at: undoneAt,
  }
  connection.run(
    `INSERT INTO operations (operation_id, kind, at, "by", body, undone_at, checksum)
     VALUES (@operation_id, @kind, @at, @by, @body, @undone_at, @checksum)`,
    { ...row, checksum: checksumOf(guarded(row)) },
  )
  if (!ends(operation)) return
  for (const session of operation.sources) endSession(connection, session, endingBy(operation, session))
}

/** Marks an operation as undone; the sessions it was cut from are as if it had not been. */
export function markUndone(connection: Connection, id: string, at: string): void {
  const found = findOperation(connection, id)
  if (!found) throw notFound(id)
  const row = connection.get<OperationRow>('SELECT * FROM operations WHERE operation_id = ?', [id])!
  connection.run('UPDATE operations SET undone_at = ?, checksum = ? WHERE operation_id = ?', [
    at,
    checksumOf(guarded({ ...row, undone_at: at })),
    id,
  ])
  const left = listOperations(connection).filter((operation) => operation.undoneAt === null && ends(operation))
  for (const session of found.sources) {
    const last = left.find((operation) => operation.sources.includes(session))
    endSession(connection, session, last ? endingBy(last, session) : null)
  }
}

function findOperation(connection: Connection, id: string): Operation | undefined {
  const row = connection.get<OperationRow>('SELECT * FROM operations WHERE operation_id = ?', [id])
  return row && toOperation(row)
}

/** The newest first. */
export function listOperations(connection: Connection): readonly Operation[] {
  return connection.all<OperationRow>('SELECT * FROM operations ORDER BY id DESC').map(toOperation)
}

/** Says what is wrong with a stored operation, or undefined. */
export function operationFault(row: OperationRow): string | undefined {
  return row.checksum === checksumOf(guarded(row)) ? undefined : ROTTEN
}

/** A copy leaves a session as it is, and so does an operation whose sources go on. */
function ends({ kind, endings }: Pick<Operation, 'kind' | 'endings'>): boolean {
  return kind !== 'export' && endings?.length !== 0
}

/** Writes down when and why a session ended; null where it goes on. */
export function endSession(connection: Connection, session: SessionId, end: SessionEnd | null): void {
  connection.run(
    'UPDATE sessions SET ended_at = ?, end_reason = ?, context_at_end = ?, summary = ? WHERE session_id = ?',
    [end?.at ?? null, end?.reason ?? null, end?.context ?? null, end?.summary ?? null, session],
  )
}

function endingBy({ at, kind, endings }: Pick<Operation, 'at' | 'kind' | 'endings'>, session: SessionId): SessionEnd {
  const known = endings?.find((ending) => ending.session === session)
  return { at, reason: kind, context: known?.context ?? null, summary: known?.summary ?? null }
}

/** The order is part of the stored format. */
function guarded({ operation_id, kind, at, by, body, undone_at }: Omit<OperationRow, 'checksum'>) {
  return [operation_id, kind, at, by, body, undone_at]
}

function toOperation(row: OperationRow): Operation {
  const fault = operationFault(row)
  if (fault) {
    throw new Failure('record-corrupt', `Operation ${row.operation_id} is damaged: ${fault}.`, {
      facts: { operation: row.operation_id },
      hint: 'Run `stet verify` to list everything that is damaged.',
    })
  }
  return { ...(JSON.parse(row.body) as Omit<Operation, 'undoneAt'>), undoneAt: row.undone_at }
}

function notFound(id: string): Failure {
  return new Failure('operation-not-found', `There is no operation ${JSON.stringify(id.slice(0, 80))} in the record.`, {
    facts: { operation: id.slice(0, 200) },
  })
}
