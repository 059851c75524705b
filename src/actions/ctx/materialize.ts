import type { Client } from '../../clients/client.ts'
import { CLIENTS } from '../../clients/index.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import { type ArtifactId, createArtifactHasher } from '../../model/id.ts'
import { type EncodedArtifact, encodeArtifact } from '../../store/encoding.ts'
import type { Store } from '../../store/store.ts'
import type { Workspace } from '../workspace.ts'
import { keptStretches } from './kept-stretches.ts'
import { type Stop, walkChain } from './walk-chain.ts'

/** Raised when the same chain would give other bytes: cached results of an older version are not used. */
const TRANSLATOR_VERSION = 1
const NEWLINE = Buffer.from('\n')

export interface Materialized {
  readonly artifact_ref: ArtifactId
  readonly format: string
  readonly tier: 'native'
  readonly message_count: number
  readonly token_count: number
  readonly commit_count: number
  readonly bytes: number
  readonly cached: boolean
  /** Bytes read and joined for this call: none when it was cached. */
  readonly joined_bytes: number
}

/** A stretch of an artifact that is part of the context. */
export interface Stretch {
  readonly artifact: ArtifactId
  readonly start: number
  readonly end: number
}

/**
 * The context a commit stands for, as an artifact made of stretches of those in the record: no byte is stored twice.
 *
 * Stopping at a compaction gives what the client sees: the summary, the lines the compaction kept, and what follows.
 * Stopping at the root gives the conversation as it was, compactions and snapshots left out.
 */
export async function materialize({ store }: Workspace, tip: Commit, stop: Stop = 'compaction'): Promise<Materialized> {
  const key = [tip.id, stop, tip.format, TRANSLATOR_VERSION].join('|')
  const known = await store.findManifest(key)
  if (known) return toResult(known.artifact, known.size, known.detail, { cached: true, joined: 0 })
  const commits = await walkChain(store, tip, stop)
  checkFormats(commits)
  const { stretches, own } = await stretchesOf(store, commits, stop)
  const hasher = createArtifactHasher()
  let size = 0
  for await (const bytes of readStretches(store, stretches, own)) {
    hasher.update(bytes)
    size += bytes.length
  }
  const artifact = hasher.id()
  const detail = {
    format: tip.format,
    message_count: sum(commits, (commit) => commit.messageCount),
    token_count: sum(commits, (commit) => commit.tokenCount),
    commit_count: commits.length,
  }
  await store.putManifest({ key, artifact, size, detail, stretches, own })
  return toResult(artifact, size, detail, { cached: false, joined: size })
}

/** The bytes of stretches in order. An artifact that serves several stretches in a row is read once. */
async function* readStretches(
  store: Store,
  stretches: readonly Stretch[],
  own: readonly EncodedArtifact[],
): AsyncIterable<Buffer> {
  const stored = stretches.filter(({ artifact }) => !own.some((newline) => newline.id === artifact))
  const wanted = stored.map(({ artifact }) => artifact).filter((artifact, at, all) => artifact !== all[at - 1])
  const read = store.readArtifacts(wanted)[Symbol.asyncIterator]()
  let held: { readonly artifact: ArtifactId; readonly bytes: Buffer } | undefined
  for (const { artifact, start, end } of stretches) {
    if (own.some((newline) => newline.id === artifact)) {
      yield NEWLINE
      continue
    }
    if (held?.artifact !== artifact) held = { artifact, bytes: (await read.next()).value }
    yield held.bytes.subarray(start, end)
  }
}

export function clientOfFormat(format: string): Client {
  const client = CLIENTS.find((known) => known.format === format)
  if (client) return client
  throw new Failure('format-unknown', `Stet cannot join deltas of the format ${JSON.stringify(format.slice(0, 80))}.`, {
    facts: { format: format.slice(0, 200), known: CLIENTS.map((known) => known.format) },
  })
}

async function stretchesOf(
  store: Store,
  commits: readonly Commit[],
  stop: Stop,
): Promise<{ readonly stretches: readonly Stretch[]; readonly own: readonly EncodedArtifact[] }> {
  const stretches: Stretch[] = []
  const own: EncodedArtifact[] = []
  let before: Commit | undefined
  for (const [at, commit] of commits.entries()) {
    if (stop === 'root' && commit.type !== 'delta' && !(commit.type === 'snapshot' && at === 0)) continue
    if (before && !(await joins(store, before, commit))) {
      if (own.length === 0) own.push(await encodeArtifact(NEWLINE))
      stretches.push({ artifact: own[0]!.id, start: 0, end: 1 })
    }
    stretches.push({ artifact: commit.artifact, start: 0, end: commit.end - commit.start })
    if (at === 0 && commit.type === 'compaction' && stop !== 'root')
      stretches.push(...(await keptStretches(store, commit)))
    before = commit
  }
  return { stretches, own }
}

/** Whether two deltas lie end to end as they are: in one file they do, else the first must end its last line. */
async function joins(store: Store, a: Commit, b: Commit): Promise<boolean> {
  if (a.session === b.session && a.end === b.start && a.end > a.start) return true
  const bytes = await store.readArtifact(a.artifact)
  return bytes.length === 0 || bytes.at(-1) === 10
}

function checkFormats(commits: readonly Commit[]): void {
  const formats = new Set(commits.map((commit) => commit.format))
  for (const format of formats) clientOfFormat(format)
  if (formats.size > 1) {
    throw new Failure('format-unknown', `The chain mixes the formats ${[...formats].join(' and ')}.`, {
      facts: { formats: [...formats] },
    })
  }
}

function toResult(
  artifact: ArtifactId,
  bytes: number,
  detail: Readonly<Record<string, string | number>>,
  { cached, joined }: { cached: boolean; joined: number },
): Materialized {
  return {
    artifact_ref: artifact,
    format: String(detail.format),
    tier: 'native',
    message_count: Number(detail.message_count),
    token_count: Number(detail.token_count),
    commit_count: Number(detail.commit_count),
    bytes,
    cached,
    joined_bytes: joined,
  }
}

function sum(commits: readonly Commit[], count: (commit: Commit) => number): number {
  return commits.reduce((total, commit) => total + count(commit), 0)
}
