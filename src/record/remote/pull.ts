import type { Commit } from '../../model/commit.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import { type ArtifactId, artifactIdOf, type CommitId, hashHex } from '../../model/id.ts'
import { CODEC, unpack } from '../pack.ts'
import type { Workspace } from '../workspace.ts'
import { type Entry, journalNumber, journalOf, packName, projectKey, readEntries, type Stored } from './journal.ts'
import type { Known } from './known.ts'
import type { Machine } from './machine.ts'
import { createMerger } from './merge-entry.ts'
import type { Place } from './place.ts'
import { pullSession } from './pull-session.ts'
import { isSoundEntry } from './sound-entry.ts'

export interface Pulling {
  readonly place: Place
  readonly known: Known
  readonly machine: Machine
  readonly dryRun: boolean
  readonly onJournal?: ((done: number, total: number) => void) | undefined
}

export interface Pulled {
  /** Sessions that are new here or longer than before, by their ids here. */
  readonly sessions: readonly string[]
  /** Journals of which something is not there yet. */
  readonly waiting: number
}

/**
 * Reads the journals that were not read before and takes over what is new in them, file by file. What a file needs may come
 * with another one, or later: it is read again then.
 */
export async function pull(
  workspace: Workspace,
  { place, known, machine, dryRun, onJournal }: Pulling,
): Promise<Pulled> {
  const changed = new Set<string>()
  const bytesOf = createReader(place, known)
  const commitOf = createCommitReader(place, known)
  const merge = createMerger(workspace, { machine: machine.id, isKnown: known.has })
  let unread = await unreadJournals(place, known)
  const total = unread.length
  for (let before = unread.length + 1; unread.length > 0 && unread.length < before; ) {
    before = unread.length
    const left: string[] = []
    for (const name of unread) {
      onJournal?.(total - unread.length, total)
      if (workspace.signal?.aborted) throw stopped()
      if (!(await readJournal(name))) left.push(name)
    }
    unread = left
  }
  return { sessions: [...changed], waiting: unread.length }

  /** True where all of it is here now. */
  async function readJournal(name: string): Promise<boolean> {
    const bytes = await place.read(name).catch(unlessUnreadable)
    const lines = bytes && readEntries(bytes)
    if (!lines) return false
    const entries = lines.filter(isSoundEntry)
    if (dryRun) return previewed(entries)
    let isWhole = entries.length === lines.length // what is not understood is left out, and what comes with it is read
    known.together(() => {
      for (const entry of entries) {
        if (entry.kind === 'artifact') note(entry)
        else if (entry.kind === 'commit') known.set(entry.commit.id, name)
      }
    })
    const keys: string[] = []
    const [, from = ''] = name.split('/')
    for (const entry of entries) {
      if (entry.kind === 'session') {
        const pulled = await pullSession(workspace, entry, { commitOf, bytesOf, machine })
        if (pulled === 'waits') isWhole = false
        else if (pulled) {
          keys.push(pulled.state)
          if (pulled.isNew) changed.add(pulled.session)
        }
      } else {
        const key = await merge(entry, from)
        if (key !== undefined) keys.push(key)
      }
    }
    known.together(() => {
      for (const key of keys) if (!known.has(key)) known.set(key)
      for (const entry of entries) noteSaid(entry)
      if (isWhole) known.set(name, 'read')
    })
    return isWhole
  }

  function note({ id, size, pack, start, length }: Stored & { readonly id: ArtifactId }): void {
    known.set(id, JSON.stringify({ size, pack, start, length }))
  }

  /** What is asked for later, and is not in the record. */
  function noteSaid(entry: Entry): void {
    if (entry.kind === 'machine')
      known.set(`machine:${entry.id}`, JSON.stringify({ name: entry.name, user: entry.user }))
    if (entry.kind === 'session' && entry.project) known.set(projectKey(entry), JSON.stringify(entry.project))
  }

  function previewed(entries: readonly Entry[]): true {
    for (const entry of entries) if (entry.kind === 'session') changed.add(entry.client_id)
    return true
  }
}

async function unreadJournals(place: Place, known: Known): Promise<readonly string[]> {
  const unread: string[] = []
  for (const machine of await place.list('journal')) {
    if (!/^[0-9a-f]{32}$/.test(machine)) continue
    for (const name of await place.list(journalOf(machine))) {
      const path = `${journalOf(machine)}/${name}`
      if (journalNumber(name) !== undefined && !known.has(path)) unread.push(path)
    }
  }
  return unread
}

/** Reads commits out of the journals that name them: those of a long session are in several. The journal read last is kept. */
function createCommitReader(place: Place, known: Known): (id: CommitId) => Promise<Commit | undefined> {
  let kept: { readonly journal: string; readonly commits: ReadonlyMap<CommitId, Commit> } | undefined
  return async (id) => {
    const journal = known.get(id)
    if (!journal) return undefined
    if (kept?.journal !== journal) {
      const entries = (readEntries((await place.read(journal)) ?? Buffer.alloc(0)) ?? []).filter(isSoundEntry)
      const commits = entries.flatMap((entry) =>
        entry.kind === 'commit' ? [[entry.commit.id, entry.commit] as const] : [],
      )
      kept = { journal, commits: new Map(commits) }
    }
    return kept.commits.get(id)
  }
}

/** Reads artifacts out of packs; undefined for one that is not there yet, or not whole. The pack read last is kept. */
function createReader(place: Place, known: Known): (id: ArtifactId) => Promise<Buffer | undefined> {
  let kept: { readonly pack: string; readonly bytes: Buffer } | undefined
  return async (id) => {
    const stored = known.get(id)
    if (!stored) return undefined
    const { pack, start, length } = JSON.parse(stored) as Stored
    if (!/^[0-9a-f]{64}$/.test(pack)) return undefined
    if (kept?.pack !== pack) {
      const bytes = await place.read(packName(pack)).catch(unlessUnreadable)
      if (!bytes || hashHex(bytes) !== pack) return undefined
      kept = { pack, bytes }
    }
    const bytes = unpacked(kept.bytes.subarray(start, start + length))
    return bytes && artifactIdOf(bytes) === id ? bytes : undefined
  }
}

function unpacked(data: Buffer): Buffer | undefined {
  try {
    return unpack({ codec: CODEC.zstd, data })
  } catch {
    return undefined // no frame begins there
  }
}

/** One file that cannot be read keeps nothing else from being read. */
function unlessUnreadable(error: unknown): undefined {
  if (!isFailure(error, 'file-unreadable')) throw error
}

function stopped(): Failure {
  return new Failure('interrupted', 'Stopped before everything was read; what was read is in the record.', {
    hint: 'Run the same command again to continue.',
  })
}
