import type { IndexQueue } from '../indexing/index-queue.ts'
import { followSession, whereAvailable } from '../indexing/search-follower.ts'
import type { Workspace } from '../workspace.ts'
import type { CaptureContext } from './capture-context.ts'
import { startedAs } from './started-as.ts'

/** A workspace as capture sees it: what is recorded goes into the search index too, by way of a queue where there is one. */
export function captureContext(workspace: Workspace, queue?: IndexQueue): CaptureContext {
  const { store, search, warm, cwd, clock, storeDir } = workspace
  const { user, machine } = workspace.owner ?? workspace
  return {
    store,
    ...(warm && { warm }),
    user,
    machine,
    cwd,
    clock,
    ...(storeDir !== undefined && { startedAs: (clientId: string) => startedAs(storeDir, clientId) }),
    async follow(session, from) {
      if (from === 'start') await whereAvailable(async () => search?.forget(session))
      const { head, bytes } = from === 'start' ? { head: null, bytes: 0 } : from
      return followSession(queue ?? search, session, head === null ? undefined : { head, bytes })
    },
  }
}
