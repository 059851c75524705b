import { resolve, sep } from 'node:path'
import { clientOf } from '../../clients/client-of.ts'
import type { Commit } from '../../model/commit.ts'
import { isFailure } from '../../model/errors.ts'
import { type ArtifactId, type CommitId, sessionIdOf } from '../../model/id.ts'
import { isHere, pathOn } from '../../model/machine-path.ts'
import type { LineageLink, Session } from '../../model/session.ts'
import { catchUpSession } from '../indexing/catch-up-search.ts'
import { whereAvailable } from '../indexing/search-follower.ts'
import { WENT_ON_ELSEWHERE } from '../naming/went-on-elsewhere.ts'
import { sessionBytes } from '../reading/session-bytes.ts'
import type { Store } from '../store.ts'
import type { Workspace } from '../workspace.ts'
import { adopt } from './adopt.ts'
import type { SessionEntry } from './journal.ts'
import { goesFirst, renumber } from './keep-number.ts'
import type { Machine } from './machine.ts'
import { stateOf } from './state.ts'

export interface PullingSession {
  readonly commitOf: (id: CommitId) => Promise<Commit | undefined>
  readonly bytesOf: (artifact: ArtifactId) => Promise<Buffer | undefined>
  readonly machine: Machine
}

export interface PulledSession {
  /** What it is called here. */
  readonly session: string
  /** What the remote has of it. */
  readonly state: string
  readonly isNew: boolean
}

/** How often a session is looked at again that is captured at the same moment. */
const TRIES = 10

/**
 * Takes over what another machine has of a session: where it goes on from what is here, the rest of it; where the two went
 * on differently, as a line of its own, with a link to the one that is here. Where less is there than here, nothing.
 * Undefined for one that was forgotten here; `waits` where commits or bytes are not there yet.
 */
export async function pullSession(
  workspace: Workspace,
  entry: SessionEntry,
  pulling: PullingSession,
): Promise<PulledSession | 'waits' | undefined> {
  const { store } = workspace
  const { client, client_id: clientId } = entry
  if ((await store.listForgotten({ client, clientId })).length > 0) return undefined
  for (let tries = 1; ; tries++) {
    try {
      return await takeOver(workspace, entry, pulling)
    } catch (error) {
      if (isFailure(error, 'artifact-missing', 'store-too-new')) return 'waits' // of a client that is not known yet
      if (!isFailure(error, 'chain-moved') || tries === TRIES) throw error
    }
  }
}

async function takeOver(
  workspace: Workspace,
  entry: SessionEntry,
  { commitOf, bytesOf, machine }: PullingSession,
): Promise<PulledSession | 'waits'> {
  const { store } = workspace
  const lines = await store.generations(entry.client, entry.client_id)
  const chain = await chainOf(store, entry.head, commitOf, lines)
  if (!chain) return 'waits'
  const reading = async (id: ArtifactId) => (await bytesOf(id)) ?? store.artifacts.get(id)
  const place = await placeFor(workspace, entry, chain, { lines, reading })
  const tail = Buffer.from(entry.tail, 'base64')
  const known = place.line
  if (known && place.after === undefined) return ended(workspace, known, entry, false)
  for (const { artifact } of entry.files) await reading(artifact) // before anything is written
  const source = sourceOf(workspace, entry, machine)
  const id = known?.id ?? sessionIdOf(entry.client_id, place.generation)
  await adopt(
    workspace,
    {
      id,
      known,
      ...(!known && {
        create: { client: entry.client, clientId: entry.client_id, generation: place.generation, format: entry.format },
      }),
      commits: after(chain.commits, place.after),
      tail,
      source: known?.source ?? source,
      links: linksTo(place.before, id, workspace.clock()),
    },
    reading,
  )
  for (const { path, artifact, at } of entry.files)
    await store.putSideFile({ session: id, path, at, content: await reading(artifact) })
  return ended(workspace, (await store.findSession(id))!, entry, true)
}

/**
 * Where its file is. A path of this machine counts only where the client keeps such a session: a remote can say anything, and
 * `restore` writes there.
 */
function sourceOf({ configDirs }: Workspace, entry: SessionEntry, here: Machine): string {
  const { client, client_id, machine, path, format } = entry
  const source = pathOn(machine, path, here.id)
  if (!isHere(source)) return source
  const { files } = clientOf({ client, format })
  const folder = configDirs[client]
  const isKept =
    folder !== undefined &&
    resolve(source).startsWith(`${folder}${sep}`) &&
    files.mayHold(source) &&
    (files.idIn?.(source) ?? client_id) === client_id
  return isKept ? source : `${here.id}:${source}`
}

/** What is known of a session apart from its bytes, and that it can be found by its words. */
async function ended(
  workspace: Workspace,
  session: Session,
  entry: SessionEntry,
  isNew: boolean,
): Promise<PulledSession> {
  const { store, search } = workspace
  const isAsThere = session.head === entry.head
  if (isAsThere && JSON.stringify(session.end) !== JSON.stringify(entry.end) && (isNew || entry.end !== null))
    await store.endSession(session.id, entry.end)
  if (search && isNew)
    await whereAvailable(async () => catchUpSession(workspace, session, await search.findMark(session.id)))
  const { client, client_id: clientId, head, bytes, tail, end, files } = entry
  const there = { client, clientId, head, bytes, end, tail: Buffer.from(tail, 'base64') }
  return { session: session.id, state: stateOf(there, files), isNew }
}

interface Chain {
  /** In file order, from the first byte on, or from where one of the lines here ends. */
  readonly commits: readonly Commit[]
  readonly joins: Session | undefined
}

/** The commits of a session back to its first, or to the head of a line that is here; undefined where one is missing. */
async function chainOf(
  store: Store,
  head: CommitId | null,
  commitOf: PullingSession['commitOf'],
  lines: readonly Session[],
): Promise<Chain | undefined> {
  const commits: Commit[] = []
  const seen = new Set<CommitId>()
  for (let id = head; id !== null; ) {
    if (seen.has(id)) return undefined // somebody made a circle of them
    seen.add(id)
    const joins = lines.find((line) => line.head === id)
    if (joins) return { commits: commits.reverse(), joins }
    const commit: Commit | undefined = (await commitOf(id)) ?? (await store.findCommit(id))
    if (!commit) return undefined
    commits.push(commit)
    if (commit.start === 0) break
    id = commit.parent
  }
  return { commits: commits.reverse(), joins: undefined }
}

/** Where a chain goes: on from a line after so many bytes, nowhere because it is there, or into a line of its own. */
interface Goes {
  readonly line?: Session
  readonly after?: number
  readonly generation: number
  /** The line that it has the beginning in common with. */
  readonly before?: Session
}

async function placeFor(
  workspace: Workspace,
  entry: SessionEntry,
  { joins, commits }: Chain,
  { lines, reading }: { readonly lines: readonly Session[]; readonly reading: Reading },
): Promise<Goes> {
  const { store } = workspace
  if (joins && (commits.length > 0 || entry.tail.length > Buffer.from(joins.tail).toString('base64').length))
    return { line: joins, after: joins.bytes, generation: joins.generation }
  if (joins) return { line: joins, generation: joins.generation }
  let differsAt = 0
  for (const line of lines) {
    const { generation, bytes } = line
    if (await holds(store, line, commits)) return { line, generation }
    const common = await commonBytes(store, line, { commits, reading }) // the same bytes may be cut in other places
    if (common === entry.bytes) return { line, generation }
    if (common === bytes) return { line, after: bytes, generation }
    if (generation === entry.generation) differsAt = common
  }
  const called = lines.find(({ generation }) => generation === entry.generation)
  let { generation } = entry
  if (called && (await goesFirst(workspace, commits, { line: called, differsAt }))) await renumber(workspace, called)
  while (await store.findSession(sessionIdOf(entry.client_id, generation))) generation++
  const before = lines.find((line) => line.generation < generation)
  return { generation, after: 0, ...(before && { before }) }
}

/** Whether all of these commits are in a line, one after the other, or their bytes are. */
async function holds(store: Store, line: Session, commits: readonly Commit[]): Promise<boolean> {
  const last = commits.at(-1)
  if (!last || line.bytes < last.end) return last === undefined
  for await (const { id, end } of store.listChain(line.id, last.start)) return id === last.id && end === last.end
  return false
}

type Reading = (id: ArtifactId) => Promise<Buffer>

/** How many bytes a line and a chain begin with are the same. */
async function commonBytes(
  store: Store,
  line: Session,
  { commits, reading }: { readonly commits: readonly Commit[]; readonly reading: Reading },
): Promise<number> {
  const own = sessionBytes(store, { ...line, tail: Buffer.alloc(0) })[Symbol.asyncIterator]()
  let mine = Buffer.alloc(0)
  let at = 0
  for (const { artifact } of commits) {
    let theirs = await reading(artifact)
    while (theirs.length > 0) {
      if (mine.length === 0) {
        const next = await own.next()
        if (next.done) return at
        mine = Buffer.from(next.value)
      }
      const length = Math.min(mine.length, theirs.length)
      if (!mine.subarray(0, length).equals(theirs.subarray(0, length))) return at + sameBytes(mine, theirs)
      mine = mine.subarray(length)
      theirs = theirs.subarray(length)
      at += length
    }
  }
  return at
}

function sameBytes(one: Buffer, other: Buffer): number {
  let same = 0
  while (one[same] === other[same]) same++
  return same
}

/** Those after a byte; the one that goes over it from there on. */
function after(commits: readonly Commit[], byte = 0): readonly Commit[] {
  return commits.filter(({ end }) => end > byte).map((commit) => ({ ...commit, start: Math.max(commit.start, byte) }))
}

function linksTo(before: Session | undefined, child: string, at: Date): readonly LineageLink[] {
  if (!before) return []
  return [
    { child: child as Session['id'], parent: before.id, kind: 'fork', at: at.toISOString(), detail: WENT_ON_ELSEWHERE },
  ]
}
