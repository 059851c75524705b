import type { Commit } from '../../model/commit.ts'
import type { CommitId } from '../../model/id.ts'
import type { Workspace } from '../workspace.ts'
import { clientOfFormat } from './client-of-format.ts'
import { type WrittenSession, writeSession } from './write-session.ts'

/** Writes a new session of the same client that goes on from the commit. */
export async function forkContext(
  workspace: Workspace,
  commit: Commit,
  options: { readonly out?: string | undefined; readonly dryRun?: boolean },
): Promise<WrittenSession & { readonly context_id: CommitId }> {
  const { name } = clientOfFormat(commit.format)
  return { context_id: commit.id, ...(await writeSession(workspace, commit, { to: name, ...options })) }
}
