import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import type { Workspace } from '../workspace.ts'

/** How many commits that start alike are listed. */
const CANDIDATES = 20

/** Finds the commit a person means: an id, or the start of one. More than one is an error that lists them. */
export async function resolveCommit({ store }: Workspace, reference: string): Promise<Commit> {
  const found = reference.startsWith('ctx-') ? await store.findCommits(reference, CANDIDATES) : []
  const exact = found.find((id) => id === reference)
  if (exact) return readCommit({ store }, exact)
  if (found.length === 1) return readCommit({ store }, found[0]!)
  if (found.length > 1) {
    throw new Failure('reference-ambiguous', `${found.length} commits start with ${reference}.`, {
      facts: { commit: reference, candidates: found },
      hint: 'Write more of the id.',
    })
  }
  throw new Failure('commit-not-found', `There is no commit ${JSON.stringify(reference.slice(0, 80))} in the record.`, {
    facts: { commit: reference.slice(0, 200) },
    hint: 'Run `stet sessions --json` to see the head of every session.',
  })
}

async function readCommit({ store }: Pick<Workspace, 'store'>, id: CommitId): Promise<Commit> {
  const commit = await store.findCommit(id)
  if (commit) return commit
  throw new Failure('commit-not-found', `There is no commit ${id} in the record.`, { facts: { commit: id } })
}
