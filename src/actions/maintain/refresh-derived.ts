import { isFailure } from '../../model/errors.ts'
import type { Workspace } from '../workspace.ts'
import { rebuildDerived } from './verify.ts'

/**
 * Computes again what an older Stet derived of sessions and this one would count otherwise, such as their tokens; returns
 * of how many. A session that cannot be read is left to `verify`.
 */
export async function refreshDerived(workspace: Workspace): Promise<number> {
  let refreshed = 0
  for await (const session of workspace.store.listSessions()) {
    if (session.head === null || (await workspace.store.findParserState(session.id)) !== null) continue
    try {
      await rebuildDerived(workspace, session)
      refreshed++
    } catch (error) {
      if (!isFailure(error)) throw error
    }
  }
  return refreshed
}
