import type { SessionState } from '../../digest/state.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { encodeArtifact } from '../../store/encoding.ts'
import type { Workspace } from '../workspace.ts'

/** A compression as the record keeps it: what it was made of and what it came to. */
export interface Compression {
  readonly version: 1
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
  readonly state: SessionState
}

const FORMAT = 'stet-digest-v1'
const PREFIX = 'compress/'
const STATE = '/state'

/** Every compression in the record, the oldest first. */
export async function listCompressions({ store }: Workspace): Promise<readonly Compression[]> {
  const found: Compression[] = []
  for (const { name, commit } of await store.listNames()) {
    if (!name.startsWith(PREFIX) || !name.endsWith(STATE)) continue
    const kept = await store.findCommit(commit)
    if (kept?.format === FORMAT) found.push(read(await store.readArtifact(kept.artifact), name))
  }
  return found.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.tag < b.tag ? -1 : 1))
}

export async function compressionsOf(workspace: Workspace, session: string): Promise<readonly Compression[]> {
  return (await listCompressions(workspace)).filter((one) => one.session === session)
}

/** The tag itself, or with the first number behind it that no compression has. */
export async function freeTag({ store }: Workspace, tag: string): Promise<string> {
  for (let at = 1; ; at++) {
    const candidate = at === 1 ? tag : `${tag}_${at}`
    if ((await store.findName(`${PREFIX}${candidate}`)) === undefined) return candidate
  }
}

/** Keeps a compression under its tag, behind its compaction commit. */
export async function keepCompression(
  workspace: Workspace,
  compaction: Commit,
  compression: Compression,
): Promise<void> {
  const { store, clock } = workspace
  const bytes = Buffer.from(JSON.stringify(compression))
  const artifact = await encodeArtifact(bytes)
  const id = await store.putCommit({
    artifact,
    draft: {
      ...compaction,
      parent: compaction.id,
      type: 'snapshot',
      artifact: artifact.id,
      format: FORMAT,
      checkpoint: 'explicit',
      summary: `state of ${compression.tag}`,
      messageCount: 0,
      tokenCount: estimateTokens(bytes.length),
      recordedAt: clock().toISOString(),
      start: 0,
      end: bytes.length,
    },
  })
  await store.moveName(`${PREFIX}${compression.tag}`, null, compaction.id)
  await store.moveName(`${PREFIX}${compression.tag}${STATE}`, null, id)
}

function read(bytes: Buffer, name: string): Compression {
  try {
    const value = JSON.parse(bytes.toString('utf8'))
    if (value.version === 1) return value
  } catch {
    // told below
  }
  throw new Failure('store-too-new', `What is kept as ${name} was written by another Stet.`, {
    hint: 'Install the newest Stet.',
  })
}
