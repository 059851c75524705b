import { Failure } from '../../model/errors.ts'
import { type CommitId, commitIdOf } from '../../model/id.ts'
import type { PutCommit } from '../record.ts'
import type { Store } from '../store.ts'

/** A commit by both its names; `context_id` is the one every command has. */
export interface PutContext {
  readonly id: CommitId
  readonly context_id: CommitId
}

/** Writes a commit; a dry run writes nothing and gives the id it would have. */
export async function putCommit(
  store: Store,
  entry: PutCommit,
  { dryRun = false }: { readonly dryRun?: boolean },
): Promise<PutContext> {
  const id = dryRun ? await idFor(store, entry) : await store.putCommit(entry)
  return { id, context_id: id }
}

async function idFor(store: Store, { draft }: PutCommit): Promise<CommitId> {
  for (let length = 8; ; length++) {
    const id = commitIdOf(draft, length)
    const found = await store.findCommit(id)
    if (!found) return id
    if (commitIdOf(found, 64) !== commitIdOf(draft, 64)) continue // another commit that starts alike
    if (found.type === draft.type) return id
    throw new Failure('commit-differs', `Commit ${id} already exists in the record, as a ${found.type}.`, {
      facts: { commit: id, type: found.type, given: draft.type },
    })
  }
}
