import { isFailure } from '../model/errors.ts'
import type { Workspace } from '../record/workspace.ts'

/**
 * Runs `work` over one state of the record and one of the search index, so that what is compared belongs together,
 * whoever writes meanwhile. An index that cannot be used is left out.
 */
export function inOneState<T>(workspace: Workspace, work: (state: Workspace) => Promise<T>): Promise<T> {
  return workspace.store.snapshot(async (store) => {
    const alone: Workspace = { ...workspace, store, search: undefined }
    if (!workspace.search) return work(alone)
    let isHeld = false
    try {
      return await workspace.search.snapshot((search) => {
        isHeld = true
        return work({ ...workspace, store, search })
      })
    } catch (error) {
      if (isHeld || !isFailure(error, 'search-unavailable')) throw error
      return work(alone)
    }
  })
}
