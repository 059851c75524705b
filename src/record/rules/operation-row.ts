import { Failure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import type { Operation } from '../../model/operation.ts'
import type { SessionEnd } from '../../model/session.ts'
import { checksumOf, ROTTEN } from './checksum.ts'

export interface OperationRow {
  readonly operation_id: string
  readonly kind: string
  readonly at: string
  readonly by: string
  readonly body: string
  readonly undone_at: string | null
  readonly checksum: string
}

/** An operation as it is stored. A worker is first in its body, so that the operations of one are found without reading them. */
export function operationRow({ undoneAt, worker, ...operation }: Operation): OperationRow {
  const { id: operation_id, kind, at, by } = operation
  const row = { operation_id, kind, at, by, body: JSON.stringify({ worker, ...operation }), undone_at: undoneAt }
  return { ...row, checksum: operationChecksum(row) }
}

/** Says what is wrong with a stored operation, or undefined. */
export function operationFault(row: OperationRow): string | undefined {
  return row.checksum === operationChecksum(row) ? undefined : ROTTEN
}

/** A copy leaves a session as it is, and so does an operation whose sources go on. */
export function ends({ kind, endings }: Pick<Operation, 'kind' | 'endings'>): boolean {
  return kind !== 'export' && endings?.length !== 0
}

export function endingBy(
  { at, kind, endings }: Pick<Operation, 'at' | 'kind' | 'endings'>,
  session: SessionId,
): SessionEnd {
  const known = endings?.find((ending) => ending.session === session)
  return { at, reason: kind, context: known?.context ?? null, summary: known?.summary ?? null }
}

/** How a session ended by the newest of these operations, the newest first, that was not undone; null where it goes on. */
export function endingOf(session: SessionId, operations: readonly Operation[]): SessionEnd | null {
  const last = operations.find((one) => one.undoneAt === null && ends(one) && one.sources.includes(session))
  return last ? endingBy(last, session) : null
}

/** The order is part of the stored format. */
export function operationChecksum(row: Omit<OperationRow, 'checksum'>): string {
  return checksumOf([row.operation_id, row.kind, row.at, row.by, row.body, row.undone_at])
}

export function toOperation(row: OperationRow): Operation {
  const fault = operationFault(row)
  if (fault) {
    throw new Failure('record-corrupt', `Operation ${row.operation_id} is damaged: ${fault}.`, {
      facts: { operation: row.operation_id },
      hint: 'Run `stet verify` to list everything that is damaged.',
    })
  }
  return { ...(JSON.parse(row.body) as Omit<Operation, 'undoneAt'>), undoneAt: row.undone_at }
}

export function operationNotFound(id: string): Failure {
  return new Failure('operation-not-found', `There is no operation ${JSON.stringify(id.slice(0, 80))} in the record.`, {
    facts: { operation: id.slice(0, 200) },
  })
}
