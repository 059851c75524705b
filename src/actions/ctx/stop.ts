import type { Workspace } from '../workspace.ts'
import { resolveCommit } from './resolve-commit.ts'
import type { Stop } from './walk-chain.ts'

/** Reads `compaction`, `root` or a commit; the nearest compaction where nothing is said. */
export async function stopOf(workspace: Workspace, text: string | undefined): Promise<Stop> {
  if (text === undefined || text === 'compaction') return 'compaction'
  if (text === 'root') return 'root'
  return (await resolveCommit(workspace, text)).id
}
