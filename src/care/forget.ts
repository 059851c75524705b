import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { compressionFolders } from '../brief/compressions.ts'
import { Failure } from '../model/errors.ts'
import { type SessionId, shortId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { isReceived } from '../record/capture/is-own-here.ts'
import { startedFile } from '../record/capture/started-as.ts'
import { whereAvailable } from '../record/indexing/search-follower.ts'
import { type SessionRef, sessionsOf } from '../record/naming/session-ref.ts'
import { isMine, isOf } from '../record/naming/whose.ts'
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

export interface Forgettable {
  /** Of this user; one's own unless given. */
  readonly by?: string | undefined
  /** Sessions that nobody wrote to since then. */
  readonly before?: string | undefined
}

/** Sessions of one user, one's own unless told, and not those that somebody wrote to since a time. */
export async function forgettable(workspace: Workspace, { by, before }: Forgettable): Promise<readonly Session[]> {
  const found: Session[] = []
  for await (const session of workspace.store.listSessions()) {
    const { ended, spawnedBy } = session.facts
    const isOld = before === undefined || ((ended ?? '') !== '' && ended! < before)
    if (!spawnedBy && isOld && (by === undefined ? isMine(workspace, session) : isOf(session.by, by)))
      found.push(session)
  }
  if (found.length > 0) return found
  const whose = by === undefined ? '' : ` of ${by}`
  const when = before === undefined ? '' : ` ended before ${before}`
  throw new Failure('nothing-to-do', `No session${whose}${when || ' is'} in the record.`, {
    hint: 'Run `stet sessions --json` to see whose each is, and when it was last written to.',
  })
}

/** What is somebody else's goes only where that is said. */
export function refuseOthers(workspace: Workspace, sessions: readonly Session[], by: string | undefined): void {
  for (const session of sessions) {
    if (by === undefined ? isMine(workspace, session) : isOf(session.by, by)) continue
    const { principal } = session.by ?? { principal: '' }
    const [user = ''] = principal.split('/')
    throw new Failure('not-allowed', `Session ${shortId(session.id)} is of ${user || 'another machine'}.`, {
      facts: { session: session.id, principal },
      hint: `To forget it here, name its user: \`stet forget ${shortId(session.id)} --by ${user || 'USER'} --dry-run\`.`,
    })
  }
}

/** Every generation of these that is of the same user, and the subagents they started. */
async function withKin(workspace: Workspace, sessions: readonly Session[]): Promise<ReadonlyMap<SessionId, Session>> {
  const { store } = workspace
  const all = new Map<SessionId, Session>()
  const queue = [...sessions]
  for (let next = queue.pop(); next; next = queue.pop()) {
    for (const session of await store.generations(next.client, next.clientId)) {
      if (all.has(session.id) || isMine(workspace, session) !== isMine(workspace, next)) continue
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
