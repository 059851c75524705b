import type { Workspace } from '../workspace.ts'

/** Sessions that an operation wrote and an undo took away: the record keeps them, but nobody can go on with them. */
export async function undoneSessions({ store }: Pick<Workspace, 'store'>): Promise<ReadonlySet<string>> {
  const undone = (await store.listOperations()).filter(({ undoneAt }) => undoneAt !== null)
  return new Set(undone.flatMap(({ outputs }) => outputs.map((output) => output.session)))
}
