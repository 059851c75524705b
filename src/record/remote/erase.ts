import type { Commit } from '../../model/commit.ts'
import { type ArtifactId, type CommitId, hashHex } from '../../model/id.ts'
import type { ForgottenMark } from '../record.ts'
import type { Store } from '../store.ts'
import { type Entry, journalOf, keyOf, packName, readEntries, type SessionEntry, type Stored } from './journal.ts'
import type { Known } from './known.ts'
import type { Machine } from './machine.ts'
import type { Place } from './place.ts'
import { isSoundEntry } from './sound-entry.ts'
import { writeNext } from './write-next.ts'

interface Erasing {
  readonly place: Place
  readonly known: Known
  readonly machine: Machine
  readonly user: string
}

/**
 * Takes out of the remote what this machine sent of sessions that were forgotten here since, and tells the others. What is left
 * of its journals and packs is written first, as new ones; then the old ones are removed.
 */
export async function erase(store: Store, erasing: Erasing): Promise<void> {
  const { place, known, machine } = erasing
  const forgotten = (await store.listForgotten()).filter((mark) => !known.has(erasedKey(mark)))
  if (forgotten.length === 0) return
  const journals = await readJournals(place)
  const marks = forgotten.filter((mark) => [...journals.values()].flat().some((entry) => isOf(entry, mark)))
  if (marks.length > 0) await eraseMarked(store, erasing, { journals, marks })
  known.together(() => {
    for (const mark of forgotten) known.set(erasedKey(mark))
  })

  async function readJournals({ list, read }: Place): Promise<ReadonlyMap<string, readonly Entry[]>> {
    const all = new Map<string, readonly Entry[]>()
    for (const id of new Set([machine.id, ...(await list('journal'))]))
      for (const file of await list(journalOf(id))) {
        const name = `${journalOf(id)}/${file}`
        all.set(name, (readEntries((await read(name)) ?? Buffer.alloc(0)) ?? []).filter(isSoundEntry))
      }
    return all
  }
}

async function eraseMarked(
  store: Store,
  { place, known, machine, user }: Erasing,
  {
    journals,
    marks,
  }: { readonly journals: ReadonlyMap<string, readonly Entry[]>; readonly marks: readonly ForgottenMark[] },
): Promise<void> {
  const own = [...journals].filter(([name]) => name.startsWith(`${journalOf(machine.id)}/`))
  const gone = new Set<Entry>()
  for (const [, entries] of own)
    for (const entry of entries) if (entry.kind === 'session' && (await isForgotten(entry))) gone.add(entry)
  const needed = neededBy([...journals.values()].flat().filter((entry) => !gone.has(entry)))
  const isKept = (entry: Entry) =>
    entry.kind === 'artifact'
      ? needed.has(entry.id)
      : entry.kind === 'commit'
        ? needed.has(entry.commit.id)
        : !gone.has(entry)
  const changed = own.filter(([, entries]) => !entries.every(isKept))
  const entries = changed.flatMap(([, all]) => all)
  const dropped = entries.filter((entry) => !isKept(entry))
  const packs = new Set(dropped.flatMap((entry) => (entry.kind === 'artifact' ? [entry.pack] : [])))
  const moved = await repack(place, entries.filter(isKept), packs)
  const left = entries.filter((entry) => isKept(entry) && entry.kind !== 'machine')
  const rest = left.map((entry) => (entry.kind === 'artifact' ? { ...entry, ...moved.get(entry.id) } : entry))
  const told = marks.map((mark) => ({ kind: 'forget' as const, ...mark }))
  const name = await writeNext(place, machine, [{ kind: 'machine', ...machine, user }, ...rest, ...told])
  for (const [old] of changed) await place.remove(old)
  for (const pack of packs) await place.remove(packName(pack))
  known.together(() => {
    for (const [old] of changed) known.delete(old)
    for (const entry of dropped) {
      if (entry.kind === 'artifact') known.delete(entry.id)
      else if (entry.kind === 'commit') known.delete(entry.commit.id)
    }
    for (const entry of rest) {
      if (entry.kind === 'commit') known.set(entry.commit.id, name)
      else if (entry.kind === 'artifact') known.set(entry.id, JSON.stringify(storedOf(entry)))
    }
    known.set(name, 'read')
  })

  /** Where a line of the session is still here, what leads to its end stays. */
  async function isForgotten(entry: SessionEntry): Promise<boolean> {
    if (!marks.some((mark) => isSame(entry, mark))) return false
    for (const { id } of await store.generations(entry.client, entry.client_id))
      for await (const commit of store.listChain(id)) if (commit.id === entry.head) return false
    return true
  }
}

/** Commits and artifacts that sessions of the remote consist of. */
function neededBy(entries: readonly Entry[]): ReadonlySet<string> {
  const commits = new Map<CommitId, Commit>()
  for (const entry of entries) if (entry.kind === 'commit') commits.set(entry.commit.id, entry.commit)
  const needed = new Set<string>()
  for (const entry of entries) {
    if (entry.kind !== 'session') continue
    for (const { artifact } of entry.files) needed.add(artifact)
    for (let id = entry.head; id !== null && !needed.has(id); ) {
      const commit = commits.get(id)
      if (!commit) break
      needed.add(id).add(commit.artifact)
      id = commit.start === 0 ? null : commit.parent
    }
  }
  return needed
}

/** Writes what is kept of packs into a new one; returns where each artifact is then. */
async function repack(
  place: Place,
  entries: readonly Entry[],
  packs: ReadonlySet<string>,
): Promise<ReadonlyMap<ArtifactId, Stored>> {
  const frames: Buffer[] = []
  const moved = new Map<ArtifactId, Stored>()
  let at = 0
  for (const pack of packs) {
    const bytes = await place.read(packName(pack))
    for (const entry of entries) {
      if (!bytes || entry.kind !== 'artifact' || entry.pack !== pack || moved.has(entry.id)) continue
      frames.push(bytes.subarray(entry.start, entry.start + entry.length))
      moved.set(entry.id, { ...storedOf(entry), start: at })
      at += entry.length
    }
  }
  if (frames.length === 0) return moved
  const whole = Buffer.concat(frames)
  const pack = hashHex(whole)
  await place.write(packName(pack), whole)
  return new Map([...moved].map(([id, stored]) => [id, { ...stored, pack }]))
}

function storedOf({ size, pack, start, length }: Stored): Stored {
  return { size, pack, start, length }
}

function isOf(entry: Entry, mark: ForgottenMark): boolean {
  return entry.kind === 'session' && isSame(entry, mark)
}

function isSame(entry: Pick<SessionEntry, 'client' | 'client_id'>, mark: ForgottenMark): boolean {
  return entry.client === mark.client && entry.client_id === mark.client_id
}

function erasedKey({ client, client_id, at }: ForgottenMark): string {
  return keyOf('erased', client, client_id, at)
}
