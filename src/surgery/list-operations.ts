import type { Workspace } from '../record/workspace.ts'

export interface OperationSummary {
  readonly operation: string
  readonly kind: string
  readonly at: string
  readonly from: readonly string[]
  readonly sessions: readonly string[]
  readonly undone: boolean
}

/** What was done, the newest first. */
export async function listOperations({ store }: Workspace): Promise<readonly OperationSummary[]> {
  return (await store.listOperations()).map(({ id, kind, at, sources, outputs, undoneAt }) => ({
    operation: id,
    kind,
    at,
    from: sources,
    sessions: outputs.map(({ session }) => session),
    undone: undoneAt !== null,
  }))
}
