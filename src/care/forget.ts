import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { compressionFolders } from '../brief/compressions.ts'
import { Failure } from '../model/errors.ts'
import type { SessionId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { isReceived } from '../record/capture/is-own-here.ts'
import { startedFile } from '../record/capture/started-as.ts'
import { whereAvailable } from '../record/indexing/search-follower.ts'
import { type SessionRef, sessionsOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'

export interface ForgottenSession {
  readonly session: string
  readonly title: string | null
  readonly bytes: number
  /** Sessions cut from it, and others that need some of its bytes: those stay. */
  readonly dependents: readonly string[]
  /** What Stet itself keeps of it elsewhere, and what goes with it: compressions, the copy of a file that was sent. */
  readonly files: readonly string[]
}

export interface ForgetResult {
  readonly forgotten: readonly ForgottenSession[]
}

/** Removes sessions for good, with every generation, what was kept next to them and their subagents; a mark remains. */
export async function forget(
  workspace: Workspace,
  references: readonly SessionRef[],
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<ForgetResult> {
  const { store, search, clock, user } = workspace
  const forgotten: ForgottenSession[] = []
  const sessions = await sessionsOf(workspace, references)
  for (const session of (await withKin(workspace, sessions)).values()) {
    const derived = (await store.listLineage(session.id))
      .filter((link) => link.parent === session.id && link.kind !== 'spawn' && link.kind !== 'rewrite')
      .map((link) => link.child)
    const bytes = session.bytes + session.tail.length
    let dependents: readonly string[] = derived
    const files = await ownFiles(workspace, session)
    if (!dryRun) {
      const mark = { at: clock().toISOString(), by: user }
      for (const path of files) await rm(path, { recursive: true, force: true }) // first: afterwards nothing names them
      const needed = await store.forget(session.id, mark)
      dependents = [...new Set([...derived, ...needed.dependents])]
      await whereAvailable(async () => search?.forget(session.id))
    }
    forgotten.push({ session: session.id, title: session.facts.title, bytes, dependents, files })
  }
  return { forgotten }
}

async function ownFiles(workspace: Workspace, { id, clientId, source }: Session): Promise<readonly string[]> {
  const { storeDir } = workspace
  const kept = [
    ...(isReceived(workspace, source) ? [source] : []),
    ...(storeDir === undefined ? [] : [startedFile(storeDir, clientId)]),
  ]
  return [...(await compressionFolders(workspace, id)), ...kept.filter((path) => existsSync(path))]
}

/** Sessions that nobody wrote to since a time. */
export async function sessionsOlderThan({ store }: Workspace, time: string): Promise<readonly Session[]> {
  const old: Session[] = []
  for await (const session of store.listSessions()) {
    if (!session.facts.spawnedBy && (session.facts.ended ?? '') !== '' && session.facts.ended! < time) old.push(session)
  }
  if (old.length > 0) return old
  throw new Failure('nothing-to-do', `No session in the record ended before ${time}.`, {
    hint: 'Run `stet sessions` to see when each was last written to.',
  })
}

/** Every generation of these, and the subagents they started. */
async function withKin({ store }: Workspace, sessions: readonly Session[]): Promise<ReadonlyMap<SessionId, Session>> {
  const all = new Map<SessionId, Session>()
  const queue = [...sessions]
  for (let next = queue.pop(); next; next = queue.pop()) {
    for (const session of await store.generations(next.client, next.clientId)) {
      if (all.has(session.id)) continue
      all.set(session.id, session)
      for (const link of await store.listLineage(session.id)) {
        if (link.kind !== 'spawn' || link.parent !== session.id) continue
        const agent = await store.findSession(link.child)
        if (agent) queue.push(agent)
      }
    }
  }
  return all
}
