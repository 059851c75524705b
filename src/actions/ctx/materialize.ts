import type { Commit } from '../../model/commit.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import { type ArtifactId, createArtifactHasher } from '../../model/id.ts'
import type { PutManifest } from '../../store/record.ts'
import type { Store } from '../../store/store.ts'
import type { Workspace } from '../workspace.ts'
import { clientOfFormat } from './client-of-format.ts'
import { keptStretches } from './kept-stretches.ts'
import { type CommitRef, commitOf } from './resolve-commit.ts'
import { endsLine, joins, NEWLINE_STRETCH, ownArtifacts, readStretches, type Stretch } from './stretches.ts'
import { type Stop, walkChain } from './walk-chain.ts'

/** Raised when the same chain would give other bytes or counts: cached results of an older version are not used. */
const TRANSLATOR_VERSION = 2

export interface Materialized {
  readonly artifact_ref: ArtifactId
  readonly format: string
  readonly tier: 'native'
  readonly message_count: number
  readonly token_count: number
  /** The commits that are part of the result; those left out, and those that only lines were kept of, are not. */
  readonly commit_count: number
  readonly bytes: number
  readonly cached: boolean
  /** Bytes read and joined for this call: none when it was cached. */
  readonly joined_bytes: number
}

export interface MaterializeOptions {
  /** Writes nothing: the result is not remembered. */
  readonly dryRun?: boolean
}

/**
 * The context a commit represents, as an artifact made of stretches of those in the record: no byte is stored twice.
 *
 * Stopping at a compaction gives what the client sees: the summary, the lines the compaction kept, and what follows.
 * Stopping at the root gives the conversation as it was, compactions and snapshots left out.
 */
export async function materialize(
  workspace: Workspace,
  reference: CommitRef,
  stop: Stop = 'compaction',
  options: MaterializeOptions = {},
): Promise<Materialized> {
  return (await openContext(workspace, reference, stop, options)).made
}

/** The same, with its bytes; they are there too where the artifact could not or should not be written. */
export async function openContext(
  workspace: Workspace,
  reference: CommitRef,
  stop: Stop,
  { dryRun = false }: MaterializeOptions = {},
): Promise<{ readonly made: Materialized; readonly read: () => Promise<Buffer> }> {
  const { store } = workspace
  const tip = await commitOf(workspace, reference)
  const key = [tip.id, stop, tip.format, TRANSLATOR_VERSION].join('|')
  const known = await store.findManifest(key)
  if (known) {
    const made = toResult(known.artifact, known.size, known.detail, { cached: true, joined: 0 })
    return { made, read: () => store.artifacts.get(known.artifact) }
  }
  const commits = await walkChain(store, tip, stop)
  checkFormats(commits)
  const { stretches, ...counts } = await join(store, commits, stop)
  const hasher = createArtifactHasher()
  let size = 0
  for await (const bytes of readStretches(store, stretches)) {
    hasher.update(bytes)
    size += bytes.length
  }
  const artifact = hasher.id()
  const detail = { format: tip.format, ...counts }
  if (!dryRun) await remember(store, { key, artifact, size, detail, stretches, own: ownArtifacts(stretches) })
  return {
    made: toResult(artifact, size, detail, { cached: false, joined: size }),
    read: async () => {
      const chunks: Buffer[] = []
      for await (const bytes of readStretches(store, stretches)) chunks.push(bytes)
      return Buffer.concat(chunks)
    },
  }
}

/** A store that can only be read still answers, each time by computing it. */
async function remember(store: Store, manifest: PutManifest): Promise<void> {
  try {
    await store.putManifest(manifest)
  } catch (error) {
    if (!isFailure(error, 'store-read-only')) throw error
  }
}

interface Joined {
  readonly stretches: readonly Stretch[]
  readonly message_count: number
  readonly token_count: number
  readonly commit_count: number
}

/** Joins the commits that are part of the context, and counts what is in it. */
async function join(store: Store, commits: readonly Commit[], stop: Stop): Promise<Joined> {
  const included = commits.filter((commit, at) => isIncluded(commit, at === 0, stop))
  const stretches: Stretch[] = []
  let messages = 0
  let tokens = 0
  let before: Commit | undefined
  for (const commit of included) {
    if (before && !(await joins(store, before, commit))) stretches.push(NEWLINE_STRETCH)
    stretches.push({ artifact: commit.artifact, start: 0, end: commit.end - commit.start })
    messages += commit.messageCount
    tokens += commit.tokenCount
    if (commit.end > commit.start) before = commit // after an empty delta a line may still be open
    if (commit.type !== 'compaction' || commit !== commits[0]) continue
    const kept = await keptStretches(store, commit)
    if (kept.stretches.length === 0) continue
    if (!(await endsLine(store, commit))) stretches.push(NEWLINE_STRETCH)
    stretches.push(...kept.stretches)
    messages += kept.messages
    tokens += kept.tokens
    before = undefined
  }
  return { stretches, message_count: messages, token_count: tokens, commit_count: included.length }
}

/**
 * A snapshot says again what is before it, so that it is part of the context only where nothing does. From the root
 * on, compactions are left out: what they represent is there.
 */
function isIncluded({ type }: Commit, isFirst: boolean, stop: Stop): boolean {
  if (type === 'snapshot') return isFirst
  return type === 'delta' || stop !== 'root'
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
