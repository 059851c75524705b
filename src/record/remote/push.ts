import { Failure, isFailure } from '../../model/errors.ts'
import { type ArtifactId, hashHex } from '../../model/id.ts'
import { splitMachinePath } from '../../model/machine-path.ts'
import type { Session } from '../../model/session.ts'
import { packAlways } from '../pack.ts'
import type { Workspace } from '../workspace.ts'
import { erase } from './erase.ts'
import { type Entry, linkKey, operationKey, packName, type SideEntry, tagKey } from './journal.ts'
import type { Known } from './known.ts'
import type { Machine } from './machine.ts'
import type { Place } from './place.ts'
import { type Project, projectOf } from './project.ts'
import { stateOf } from './state.ts'
import { writeNext } from './write-next.ts'

export interface Pushing {
  readonly place: Place
  readonly known: Known
  readonly machine: Machine
  readonly dryRun: boolean
  /** A pack is written when it holds this much. */
  readonly packBytes: number
  readonly onSession?: ((done: number, total: number) => void) | undefined
}

export interface Pushed {
  readonly sessions: number
  readonly commits: number
  readonly bytes: number
}

/**
 * Sends what a remote lacks: packs first, then the journal that names what is in them, so that a kill leaves nothing that is
 * half there. What was sent is written down last; without that it is sent again, and read as the same.
 */
export async function push(
  workspace: Workspace,
  { place, known, machine, dryRun, packBytes, onSession }: Pushing,
): Promise<Pushed> {
  const { store, signal, user } = workspace
  const projects = new Map<string, Promise<Project | null>>()
  let batch = emptyBatch()
  const sent = { sessions: 0, commits: 0, bytes: 0 }
  if (!dryRun) await erase(store, { place, known, machine, user })
  const waiting = await waitingSessions(workspace, known)
  for (const [done, { session, state, files }] of waiting.entries()) {
    onSession?.(done, waiting.length)
    if (signal?.aborted) throw stopped()
    await addSession(session, state, files).catch(unlessDamaged)
    if (batch.held >= packBytes) await send()
  }
  onSession?.(waiting.length, waiting.length)
  await addRest()
  await send()
  return sent

  async function addSession(session: Session, state: string, files: readonly SideEntry[]): Promise<void> {
    for await (const commit of store.listChain(session.id)) {
      if (known.has(commit.id) || batch.keys.has(commit.id)) continue
      await addArtifact(commit.artifact)
      add(commit.id, { kind: 'commit', commit })
      sent.commits++
      if (batch.held < packBytes) continue
      await send()
      if (signal?.aborted) throw stopped()
    }
    for (const { artifact } of files) await addArtifact(artifact)
    const { path, machine: where = machine.id } = splitMachinePath(session.source)
    const { client, clientId, generation, format, head, bytes, tail, facts, end } = session
    add(state, {
      kind: 'session',
      ...{ client, client_id: clientId, generation, format, head, bytes, end, files, path },
      tail: Buffer.from(tail).toString('base64'),
      machine: where,
      cwd: facts.cwd,
      project: where === machine.id && facts.cwd !== null ? await project(facts.cwd) : null,
    })
    sent.sessions++
  }

  function project(cwd: string): Promise<Project | null> {
    const found = projects.get(cwd) ?? withoutTop(cwd)
    projects.set(cwd, found)
    return found
  }

  async function addRest(): Promise<void> {
    for await (const { roundId: round, engagement, at, by } of store.listTags()) {
      const tag = { round, engagement, at, by }
      if (isNew(tagKey(tag))) add(tagKey(tag), { kind: 'tag', ...tag })
    }
    for (const link of await store.listLineage()) if (isNew(linkKey(link))) add(linkKey(link), { kind: 'link', link })
    for (const operation of (await store.listOperations()).toReversed())
      if (isNew(operationKey(operation))) add(operationKey(operation), { kind: 'operation', operation })
  }

  function isNew(key: string): boolean {
    return !known.has(key) && !batch.keys.has(key)
  }

  function add(key: string, entry: Entry): void {
    batch.keys.set(key, '')
    batch.entries.push(entry)
  }

  async function addArtifact(id: ArtifactId): Promise<void> {
    if (known.has(id) || batch.frames.has(id)) return
    const bytes = await store.artifacts.get(id)
    const frame = packAlways(bytes)
    batch.frames.set(id, { frame, size: bytes.length })
    batch.held += frame.length
    sent.bytes += bytes.length
  }

  async function send(): Promise<void> {
    const { entries, frames, keys } = batch
    batch = emptyBatch()
    if (dryRun || entries.length + frames.size === 0) return
    const pack = Buffer.concat([...frames.values()].map(({ frame }) => frame))
    const hash = hashHex(pack)
    if (pack.length > 0) await place.write(packName(hash), pack)
    let start = 0
    const stored: Entry[] = []
    for (const [id, { frame, size }] of frames) {
      const where = { size, pack: hash, start, length: frame.length }
      stored.push({ kind: 'artifact', id, ...where })
      keys.set(id, JSON.stringify(where))
      start += frame.length
    }
    const name = await writeNext(place, machine, [{ kind: 'machine', ...machine, user }, ...stored, ...entries])
    for (const entry of entries) if (entry.kind === 'commit') keys.set(entry.commit.id, name)
    known.together(() => {
      known.set(name, 'read')
      for (const [key, value] of keys) known.set(key, value)
    })
  }
}

interface Batch {
  readonly entries: Entry[]
  readonly frames: Map<ArtifactId, { readonly frame: Buffer; readonly size: number }>
  /** What is known once it is sent. */
  readonly keys: Map<string, string>
  held: number
}

function emptyBatch(): Batch {
  return { entries: [], frames: new Map(), keys: new Map(), held: 0 }
}

/** Where the checkout is on this machine tells others nothing. */
async function withoutTop(cwd: string): Promise<Project | null> {
  const found = await projectOf(cwd)
  return found && { roots: found.roots, remotes: found.remotes, folder: found.folder }
}

export interface WaitingSession {
  readonly session: Session
  readonly state: string
  readonly files: readonly SideEntry[]
}

/** Sessions of which the remote has not all that is here. */
export async function waitingSessions(
  { store }: Workspace,
  known: Pick<Known, 'has'>,
): Promise<readonly WaitingSession[]> {
  const waiting: WaitingSession[] = []
  for await (const session of store.listSessions()) {
    if (session.damage !== null) continue // `verify` says so
    const files = (await store.listSideFiles(session.id)).map(({ path, artifact, size, at }) => ({
      path,
      artifact,
      size,
      at,
    }))
    const state = stateOf(session, files)
    if (!known.has(state)) waiting.push({ session, state, files })
  }
  return waiting
}

/** What cannot be read here stays; `verify` says so. */
function unlessDamaged(error: unknown): void {
  if (!isFailure(error, 'artifact-missing', 'artifact-corrupt', 'record-corrupt')) throw error
}

function stopped(): Failure {
  return new Failure('interrupted', 'Stopped before everything was sent; what was sent is in the remote.', {
    hint: 'Run the same command again to continue.',
  })
}
