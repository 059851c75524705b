import { isFailure } from '../../model/errors.ts'
import type { Workspace } from '../workspace.ts'
import { rebuildDerived } from './rebuild-derived.ts'

/** Says how many of the sessions are done. */
export type RefreshProgress = (done: number, total: number) => void

/**
 * Makes again, once, what an older Stet derived of sessions and this one would find otherwise, such as where rounds begin.
 * A session that cannot be read is left to `verify`, and a store that cannot be written stays as it is.
 */
export async function refreshDerived(workspace: Workspace, onProgress: RefreshProgress = () => {}): Promise<void> {
  const { store } = workspace
  const outdated = await store.listOutdated()
  for (const [done, id] of outdated.entries()) {
    onProgress(done, outdated.length)
    try {
      const session = await store.findSession(id)
      if (session) await rebuildDerived(workspace, session)
    } catch (error) {
      if (!isFailure(error)) throw error
      if (isFailure(error, 'store-read-only', 'store-full')) return
    }
  }
  if (outdated.length > 0) await store.noteRefreshed()
}
