import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Commit } from '../model/commit.ts'
import { Failure } from '../model/errors.ts'
import type { CommitId, SessionId } from '../model/id.ts'
import { compact } from '../record/chain/compact.ts'
import type { Store } from '../record/store.ts'
import type { Workspace } from '../record/workspace.ts'
import type { Entry } from './entries/entry.ts'
import { keepValue } from './entries-of.ts'
import type { Unsourced } from './render/about.ts'
import { isTag } from './tag.ts'

/** A compression as the record keeps it: what it was made of and the entries that held then. */
export interface Compression {
  readonly version: 2
  readonly tag: string
  readonly mode: 'lossy' | 'lossless'
  readonly session: string
  readonly range: readonly [from: number, to: number]
  readonly isPartial: boolean
  readonly scope: string | null
  readonly context: string | null
  /** The compaction commit that the prompt is in. */
  readonly commit: CommitId
  readonly at: string
  readonly entries: readonly Entry[]
  /** What a compression stated that was made before there were entries. */
  readonly unsourced: readonly Unsourced[]
}

const FORMAT = 'stet-brief-v1'
/** Written by Stet 0.1; read, and never written again. */
const OLD_FORMAT = 'stet-digest-v1'
/** What the thread and the name of a compression's commit begin with; its tag is after it. */
const NAMED = 'compress/'

/** The compressions of a session, the oldest first: compactions by hand that hang on its chain and carry a tag. */
export async function compressionsOf({ store }: Workspace, session: SessionId): Promise<readonly Compression[]> {
  const found: Compression[] = []
  for await (const commit of store.listChain(session)) {
    for (const { type, thread, id } of await childrenOf(store, commit.id)) {
      if (type !== 'compaction' || !thread?.startsWith(NAMED)) continue
      for (const { format, artifact } of await childrenOf(store, id)) {
        if (format === FORMAT || format === OLD_FORMAT) found.push(read(await store.artifacts.get(artifact), thread))
      }
    }
  }
  const byAge = ({ at, tag }: Compression) => `${at} ${tag}`
  return found.sort((a, b) => (byAge(a) < byAge(b) ? -1 : 1))
}

/** The folders of a session's compressions below the record's own; those that were written elsewhere are the user's. */
export async function compressionFolders(
  { store, storeDir }: Workspace,
  session: SessionId,
): Promise<readonly string[]> {
  if (storeDir === undefined) return []
  const folders: string[] = []
  for (const { name, commit } of await store.listNames()) {
    const tag = name.startsWith(NAMED) ? name.slice(NAMED.length) : ''
    const folder = join(compressionsFolder(storeDir), tag)
    if (!isTag(tag) || !existsSync(folder)) continue
    if ((await store.findCommit(commit))?.session === session) folders.push(folder)
  }
  return folders
}

/** Where compressions go unless another folder is named. */
export function compressionsFolder(storeDir: string): string {
  return join(storeDir, 'compressions')
}

/** Those of every session of a folder. */
export async function compressionsIn(workspace: Workspace, cwd: string | null): Promise<readonly Compression[]> {
  const found: Compression[] = []
  for await (const { id, facts } of workspace.store.listSessions())
    if (facts.cwd === cwd && !facts.spawnedBy) found.push(...(await compressionsOf(workspace, id)))
  return found
}

async function childrenOf(store: Store, id: CommitId): Promise<readonly Commit[]> {
  const children = await Promise.all((await store.listChildren(id)).map((child) => store.findCommit(child)))
  return children.filter((commit) => commit !== undefined)
}

/** The tag itself, or with the first number after it that nothing in the store has. */
export async function freeTag({ store }: Workspace, tag: string, isTaken: (tag: string) => boolean): Promise<string> {
  const names = new Set((await store.listNames()).map(({ name }) => name))
  for (let at = 1; ; at++) {
    const candidate = at === 1 ? tag : `${tag}_${at}`
    if (!names.has(`${NAMED}${candidate}`) && !isTaken(candidate)) return candidate
  }
}

/** Writes the compaction of a compression after the commit that its last round ends in, by its name, and its entries after that. */
export async function keepCompression(
  workspace: Workspace,
  tip: Commit,
  prompt: string,
  compression: Omit<Compression, 'commit'>,
): Promise<CommitId> {
  const { store } = workspace
  const { tag, mode, range } = compression
  const { id } = await compact(workspace, { ...tip, thread: `${NAMED}${tag}` }, prompt)
  await store.setName(`${NAMED}${tag}`, id)
  await store.setSummary(id, `${tag}: ${mode} compression of rounds ${range[0]} to ${range[1]}`)
  const compaction = (await store.findCommit(id))!
  const value: Compression = { ...compression, commit: id }
  await keepValue(workspace, value, FORMAT, { ...compaction, parent: id, summary: `entries of ${tag}` })
  return id
}

function read(bytes: Buffer, name: string): Compression {
  const value = JSON.parse(bytes.toString('utf8'))
  if (value.version === 2) return value
  if (value.version === 1) return { ...value, version: 2, entries: [], unsourced: unsourcedIn(value.state?.entries) }
  throw new Failure('store-too-new', `The compression ${name} was written by a newer Stet.`, {
    hint: 'Install the newest Stet.',
  })
}

const OLD_KINDS: Readonly<Record<string, Unsourced['kind']>> = {
  decision: 'decision',
  constraint: 'rule',
  fact: 'fact',
  thread: 'open',
  error: 'error',
}

/** What an old state stated in sentences, each once. Files and commands are in the record itself. */
function unsourcedIn(
  entries: readonly { readonly kind: string; readonly text?: string; readonly round: number }[] = [],
): readonly Unsourced[] {
  const lines = new Map<string, Unsourced>()
  for (const { kind: old, text, round } of entries) {
    const kind = OLD_KINDS[old]
    if (kind && text !== undefined) lines.set(`${kind} ${text}`, { kind, text, round })
  }
  return [...lines.values()]
}
