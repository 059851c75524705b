import { type Commit, isWritten } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import type { Store } from '../store.ts'
import { clearedBy } from './cleared-by.ts'

/** Where a walk towards the root ends: at the nearest compaction or snapshot, at the root, or at this ancestor. */
export type Stop = 'compaction' | 'root' | CommitId

/**
 * The commits from the stop to the tip, oldest first, the stop included.
 *
 * Nothing before a commit that begins a session an operation wrote is among them: what that one needs of its source, it has.
 * A parent that is not there, a stop that is no ancestor and a chain that runs in a circle are failures of their own.
 */
export async function walkChain(store: Store, tip: Commit, stop: Stop): Promise<readonly Commit[]> {
  const walked: Commit[] = []
  const seen = new Set<CommitId>()
  for await (const commit of store.listAncestors(tip.id, Number.MAX_SAFE_INTEGER)) {
    if (seen.has(commit.id)) throw circle(tip, commit)
    seen.add(commit.id)
    walked.push(commit)
    if (ends(commit, stop) && !(stop === 'compaction' && (await clearedBy(store, commit))))
      return walked.slice(0, walked.findIndex(isWritten) + 1 || undefined).reverse()
  }
  const oldest = walked.at(-1)!
  if (oldest.parent !== null) {
    throw new Failure(
      'parent-missing',
      `Commit ${oldest.id} names ${oldest.parent} as its parent, which is not in the record.`,
      {
        facts: { commit: oldest.id, parent: oldest.parent },
        hint: 'Run `stet verify` to see what else is missing.',
      },
    )
  }
  if (stop === 'compaction' || stop === 'root') return walked.reverse()
  throw new Failure('not-an-ancestor', `Commit ${stop} is not an ancestor of ${tip.id}.`, {
    facts: { commit: tip.id, stop },
    hint: `Run \`stet ctx history ${tip.id}\` to see its ancestors.`,
  })
}

function ends(commit: Commit, stop: Stop): boolean {
  if (stop === 'root') return commit.parent === null || isWritten(commit)
  if (stop === 'compaction') return commit.type !== 'delta' || commit.parent === null
  return commit.id === stop
}

function circle(tip: Commit, commit: Commit): Failure {
  return new Failure('chain-cycle', `The ancestors of ${tip.id} form a circle at ${commit.id}.`, {
    facts: { commit: tip.id, at: commit.id },
    hint: 'Run `stet verify` to see what is damaged.',
  })
}
