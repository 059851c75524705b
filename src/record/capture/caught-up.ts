import { stat } from 'node:fs/promises'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { inscribe } from './inscribe.ts'

/** The session with what its file has got since it was last recorded. */
export async function caughtUp(workspace: Workspace, session: Session): Promise<Session> {
  const isThere = await stat(session.source).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isThere || session.generation > 0) return session
  const { sessions } = await inscribe(workspace, [session.source], { sideFiles: false })
  const same = sessions.find((inscribed) => inscribed.session === session.id)
  return same ? (await workspace.store.findSession(session.id))! : session
}
