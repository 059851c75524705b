import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { resolveSession } from './resolve-session.ts'

/** A session as a caller names it (an id, its beginning, a title, a path, `latest`), or one that was found already. */
export type SessionRef = string | Session

/** What every action does first with the sessions it is given. */
export async function sessionOf(workspace: Workspace, reference: SessionRef): Promise<Session> {
  return typeof reference === 'string' ? resolveSession(workspace, reference) : reference
}

export async function sessionsOf(workspace: Workspace, references: readonly SessionRef[]): Promise<readonly Session[]> {
  const sessions: Session[] = []
  for (const reference of references) sessions.push(await sessionOf(workspace, reference)) // each may be captured first
  return sessions
}
