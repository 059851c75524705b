import type { CommitId } from '../../model/id.ts'
import { clientFor } from '../../record/chain/client-of-format.ts'
import { type CommitRef, commitOf } from '../../record/chain/resolve-commit.ts'
import type { Workspace } from '../../record/workspace.ts'
import { type WrittenSession, writeSession } from './write-session.ts'

/** Writes a new session of the same client that goes on from the commit; of Claude Code where that was no client's. */
export async function forkContext(
  workspace: Workspace,
  reference: CommitRef,
  options: {
    readonly out?: string | undefined
    readonly force?: boolean
    readonly parents?: boolean
    readonly dryRun?: boolean
  },
): Promise<WrittenSession & { readonly context_id: CommitId }> {
  const commit = await commitOf(workspace, reference)
  const to = clientFor(commit.format)
  return { context_id: commit.id, ...(await writeSession(workspace, commit, { to, ...options })) }
}
