import type { Tier } from '../../clients/formats/tier.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import { type ArtifactId, artifactIdOf, createArtifactHasher } from '../../model/id.ts'
import type { PutManifest } from '../record.ts'
import type { Store } from '../store.ts'
import type { Workspace } from '../workspace.ts'
import { clearedBy } from './cleared-by.ts'
import { type ContextDraft, draftContext, type ToldRun } from './draft-context.ts'
import { type CommitRef, commitOf } from './resolve-commit.ts'
import { bytesOf, ownArtifacts, readStretches, type Stretch } from './stretches.ts'
import { type Stop, walkChain } from './walk-chain.ts'

/** Raised when the same chain would give other bytes or counts: cached results of an older version are not used. */
const TRANSLATOR_VERSION = 7

export interface Materialized {
  readonly artifact_ref: ArtifactId
  /** What the bytes are; of those that could not be translated, what they were recorded as. */
  readonly format: string
  readonly tier: Tier
  /** Of a context that was not in the format: how each run of commits came into it, and what that has no place for. */
  readonly runs?: readonly ToldRun[]
  readonly lost?: readonly string[]
  /** Of tier raw: what the bytes are. */
  readonly description?: string
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
  /** The format that is wanted; that of the commit unless given. */
  readonly to?: string | undefined
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
  { dryRun = false, to }: MaterializeOptions = {},
): Promise<{ readonly made: Materialized; readonly read: () => Promise<Buffer> }> {
  const { store } = workspace
  const tip = await commitOf(workspace, reference)
  const key = [tip.id, stop, to ?? tip.format, TRANSLATOR_VERSION].join('|')
  const known = await store.findManifest(key)
  if (known) {
    const made = toResult(known.artifact, known.size, known.detail, { cached: true, joined: 0 })
    return { made, read: () => store.artifacts.get(known.artifact) }
  }
  const walked = await walkChain(store, tip, stop)
  const commits: Commit[] = []
  for (const [at, commit] of walked.entries())
    if (isIncluded(commit, at === 0, stop) || (await clearedBy(store, commit))) commits.push(commit)
  const draft = await draftContext(store, to ?? tip.format, { commits, first: walked[0], tip })
  refuseNothing(draft, commits, tip)
  const { stretches, bytes } = draft
  const { artifact, size } = bytes ? whole(bytes) : await nameOf(store, stretches)
  const detail = detailOf(draft, commits.length)
  if (!dryRun) {
    const own = bytes ? [bytes] : ownArtifacts(stretches)
    await remember(store, {
      key,
      artifact,
      size,
      detail,
      stretches: bytes ? [{ artifact, start: 0, end: size }] : stretches,
      own,
    })
  }
  return {
    made: toResult(artifact, size, detail, { cached: false, joined: size }),
    read: async () => bytes ?? bytesOf(store, stretches),
  }
}

/** A context in which something was said says something in every format. */
function refuseNothing(
  { tier, format, messages, saysNothing = messages === 0, told }: ContextDraft,
  commits: readonly Commit[],
  tip: Commit,
): void {
  const said = commits.reduce((sum, { messageCount }) => sum + messageCount, 0)
  if (tier === 'raw' || !saysNothing || said === 0) return
  const lost = told?.lost ?? []
  throw new Failure('output-invalid', `Nothing of the ${said} messages of commit ${tip.id} has a place in ${format}.`, {
    facts: { commit: tip.id, format, lost },
    hint: `Run \`stet ctx materialize ${tip.id} --to events-v1\`, which has a place for everything.`,
  })
}

interface Named {
  readonly artifact: ArtifactId
  readonly size: number
}

function whole(bytes: Buffer): Named {
  return { artifact: artifactIdOf(bytes), size: bytes.length }
}

/** The artifact that stretches are in a row. */
async function nameOf(store: Store, stretches: readonly Stretch[]): Promise<Named> {
  const hasher = createArtifactHasher()
  let size = 0
  for await (const bytes of readStretches(store, stretches)) {
    hasher.update(bytes)
    size += bytes.length
  }
  return { artifact: hasher.id(), size }
}

/** A store that can only be read still answers, each time by computing it. */
async function remember(store: Store, manifest: PutManifest): Promise<void> {
  try {
    await store.putManifest(manifest)
  } catch (error) {
    if (!isFailure(error, 'store-read-only', 'store-full')) throw error
  }
}

/**
 * A snapshot says again what is before it, so that it is part of the context only where nothing does. From the root
 * on, compactions are left out: what they represent is there.
 */
function isIncluded({ type }: Commit, isFirst: boolean, stop: Stop): boolean {
  if (type === 'snapshot') return isFirst
  return type === 'delta' || stop !== 'root'
}

type Detail = Readonly<Record<string, string | number>>

/** What is remembered of a context, to say it again. */
function detailOf({ format, tier, messages, tokens, told }: ContextDraft, commits: number): Detail {
  const counts = { message_count: messages, token_count: tokens, commit_count: commits }
  return { format, ...counts, ...(tier !== 'native' && { tier }), ...(told && { told: JSON.stringify(told) }) }
}

function toResult(
  artifact: ArtifactId,
  bytes: number,
  detail: Detail,
  { cached, joined }: { cached: boolean; joined: number },
): Materialized {
  return {
    artifact_ref: artifact,
    format: String(detail.format),
    tier: (detail.tier ?? 'native') as Tier,
    ...(detail.told !== undefined && JSON.parse(String(detail.told))),
    message_count: Number(detail.message_count),
    token_count: Number(detail.token_count),
    commit_count: Number(detail.commit_count),
    bytes,
    cached,
    joined_bytes: joined,
  }
}
