import { createChainWalk } from '../model/chain-walk.ts'
import { Failure, isFailure } from '../model/errors.ts'
import type { SessionId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { sessionBytes } from '../record/reading/session-bytes.ts'
import type { Workspace } from '../record/workspace.ts'
import { derivedFault } from './derived-fault.ts'

/** Said of rows that an older Stet derived: they are computed again, not compared. */
export const OUTDATED = 'an older Stet derived its rows'

/** What is wrong with what is derived of a session, in two states of the record; damage of its bytes fails. */
export async function sessionFault(
  workspace: Workspace,
  { id }: Session,
  wanted: { readonly isRead: boolean; readonly compares: boolean },
): Promise<string | undefined> {
  const look = () => inOneState(workspace, (state) => lookAt(state, id, wanted))
  try {
    if ((await look()) === undefined) return undefined
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  return look()
}

async function lookAt(
  state: Workspace,
  id: SessionId,
  { isRead, compares }: { readonly isRead: boolean; readonly compares: boolean },
): Promise<string | undefined> {
  const session = await state.store.findSession(id)
  if (!session) return undefined // it was forgotten meanwhile
  if (isRead) await readWhole(state, session)
  if (!compares) return undefined
  return (await state.store.isOutdated(id)) ? OUTDATED : derivedFault(state, session)
}

/** What else fails, such as a store that is busy, is no damage. */
export function isDamage(error: unknown): error is Failure {
  if (isFailure(error, 'record-corrupt', 'artifact-corrupt', 'artifact-missing', 'store-too-new')) return true
  return isFailure(error, 'store-unreadable') && String(error.facts.reason).startsWith('SQLITE_') // not a server's network
}

/** Says nothing where the session's chain leads to its head and every byte of it reads. */
async function readWhole(workspace: Workspace, session: Session): Promise<void> {
  await checkChain(workspace, session)
  for await (const _ of sessionBytes(workspace.store, session));
}

export async function checkChain({ store }: Workspace, session: Session): Promise<void> {
  const walk = createChainWalk(session)
  for await (const commit of store.listChain(session.id)) refuse(walk.add(commit))
  refuse(walk.end())
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new Failure('record-corrupt', fault)
}

/**
 * Runs `work` over one state of the record and one of the search index, so that what is compared belongs together,
 * whoever writes meanwhile. An index that cannot be used is left out.
 */
function inOneState<T>(workspace: Workspace, work: (state: Workspace) => Promise<T>): Promise<T> {
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
