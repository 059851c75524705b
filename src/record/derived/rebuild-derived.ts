import { isFailure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { derive } from './derive.ts'

/** How often a session is derived again that somebody writes to all the time. */
const TRIES = 10

/** Computes everything derived of one session again. Tags come back from the journal. */
export async function rebuildDerived(workspace: Workspace, session: Session, tries = TRIES): Promise<void> {
  try {
    const derived = await workspace.store.snapshot((store) => derive({ store }, session))
    await workspace.store.replaceDerived({ session: session.id, from: session.head, ...derived })
  } catch (error) {
    const now = isFailure(error, 'chain-moved', 'record-corrupt') && (await workspace.store.findSession(session.id))
    if (!now || now.head === session.head || tries === 1) throw error
    return rebuildDerived(workspace, now, tries - 1)
  }
  await workspace.search?.forget(session.id) // it is caught up from the new rows
}
