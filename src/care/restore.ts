import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { isHere } from '../model/machine-path.ts'
import type { Session } from '../model/session.ts'
import { exportTo } from '../read/export.ts'
import { type SessionRef, sessionsOf } from '../record/naming/session-ref.ts'
import { undoneSessions } from '../record/naming/undone-sessions.ts'
import type { Workspace } from '../record/workspace.ts'

export interface RestoreResult {
  /** Sessions whose file is gone. */
  readonly missing: readonly MissingFile[]
  readonly restored: readonly MissingFile[]
}

export interface MissingFile {
  readonly session: string
  readonly path: string
  readonly bytes: number
  readonly title: string | null
  readonly ended: string | null
}

/** Sessions whose file the client has deleted; those that are wanted are put back where they were, to the byte. */
export async function restore(
  workspace: Workspace,
  wanted: readonly SessionRef[] | 'all',
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<RestoreResult> {
  const gone = await missingSessions(workspace)
  const named = wanted === 'all' ? gone : await sessionsOf(workspace, wanted)
  const chosen = gone.filter(({ id }) => named.some((session) => session.id === id))
  const restored: MissingFile[] = []
  for (const session of chosen) {
    await exportTo(workspace, session, { to: 'raw', out: session.source, dryRun, keepsSideFiles: true })
    restored.push(toMissing(session))
  }
  return { missing: gone.filter((session) => !chosen.includes(session)).map(toMissing), restored }
}

/** The newest generation of every main session whose file is not there; what an undo took away, or was no file, is not missing. */
async function missingSessions(workspace: Workspace): Promise<readonly Session[]> {
  const undone = await undoneSessions(workspace)
  const newest = new Map<string, Session>()
  for await (const session of workspace.store.listSessions()) {
    const key = `${session.client}\0${session.clientId}`
    if (session.generation >= (newest.get(key)?.generation ?? 0)) newest.set(key, session)
  }
  return [...newest.values()].filter(
    ({ id, source, facts }) =>
      facts.spawnedBy === null && !undone.has(id) && isAbsolute(source) && isHere(source) && !existsSync(source),
  )
}

function toMissing({ id, source, bytes, tail, facts }: Session): MissingFile {
  return { session: id, path: source, bytes: bytes + tail.length, title: facts.title, ended: facts.ended }
}
