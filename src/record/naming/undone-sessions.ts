import type { OperationOutput } from '../../model/operation.ts'
import type { Workspace } from '../workspace.ts'

/**
 * Sessions that operations wrote and an undo took away, as they were written: the record keeps them, but nobody can go on with
 * them. One that another operation wrote as well is still there.
 */
export async function undoneSessions({
  store,
}: Pick<Workspace, 'store'>): Promise<ReadonlyMap<string, OperationOutput>> {
  const undone = new Map<string, OperationOutput>()
  const operations = await store.listOperations()
  for (const { undoneAt, outputs } of operations)
    if (undoneAt !== null) for (const output of outputs) undone.set(output.session, output)
  for (const { undoneAt, outputs } of operations)
    if (undoneAt === null) for (const { session } of outputs) undone.delete(session)
  return undone
}
