import type { CommitId, SessionId } from '../../model/id.ts'
import type { SurgeryNote } from '../../model/surgery-note.ts'
import { toUtc } from '../../model/time.ts'
import type { Store } from '../store.ts'

/**
 * The commit that an operation cut a session from: the one that its first line names, else the tip that its source had
 * then. None where the record does not have it, and for a merge, whose sources are lineage.
 */
export async function cutFromOf(store: Store, { commit, parents, at }: SurgeryNote): Promise<CommitId | null> {
  if (commit !== undefined) return (await store.findCommit(commit as CommitId))?.id ?? null
  const [source, ...others] = parents
  const time = at === null ? undefined : toUtc(at)
  if (source === undefined || others.length > 0 || time === undefined) return null
  const head = (await store.findSession(source as SessionId))?.head
  if (!head) return null
  for await (const { id, createdAt, recordedAt } of store.listAncestors(head, Number.MAX_SAFE_INTEGER)) {
    if (createdAt <= time || recordedAt <= time) return id // its lines were there, whenever they were recorded
  }
  return null
}
