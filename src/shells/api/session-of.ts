import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import type { Commit } from '../../model/commit.ts'
import type { Session } from '../../model/session.ts'
import { resolveCommit } from '../../record/chain/resolve-commit.ts'
import { resolveSession } from '../../record/naming/resolve-session.ts'
import type { Workspace } from '../../record/workspace.ts'

/** The session that somebody outside means. A path counts only where a client keeps its sessions. */
export async function sessionOf(workspace: Workspace, reference: string): Promise<Session> {
  return resolveSession(workspace, reference, { mayRead: (path) => isClients(workspace, path) })
}

/** The commit that somebody outside means; of a session its head. */
export async function commitOf(workspace: Workspace, reference: string): Promise<Commit> {
  return resolveCommit(workspace, reference, { mayRead: (path) => isClients(workspace, path) })
}

/** The same of what the record has already: no file is read. */
export async function recordedCommitOf(workspace: Workspace, reference: string): Promise<Commit> {
  return resolveCommit(workspace, reference, { mayRead: () => false })
}

export async function sessionsOf(workspace: Workspace, references: readonly string[]): Promise<readonly Session[]> {
  const sessions: Session[] = []
  for (const reference of references) sessions.push(await sessionOf(workspace, reference))
  return sessions
}

/** Whether a path leads below a client's folder, links followed. */
function isClients({ configDirs }: Workspace, path: string): boolean {
  const real = realPath(path)
  return Object.values(configDirs).some((folder) => real?.startsWith(`${realPath(folder) ?? folder}${sep}`) ?? false)
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined // nothing is there that could be read
  }
}
