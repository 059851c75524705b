import { FORMATS, formatOf } from '../../clients/formats/index.ts'
import { CHECKPOINTS, type Checkpoint, COMMIT_TYPES, type CommitType } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import { parseFormatId } from '../../model/format-id.ts'
import { type ArtifactId, artifactIdOf, type SessionId } from '../../model/id.ts'
import { toUtc } from '../../model/time.ts'
import { estimateTokens } from '../../model/tokens.ts'
import type { Workspace } from '../workspace.ts'
import { type PutContext, putCommit } from './put-commit.ts'
import { readInput } from './read-input.ts'
import { resolveCommit } from './resolve-commit.ts'

export interface CheckpointInput {
  readonly parent?: string | undefined
  readonly type: string
  /** The path of a file. Exactly one of data, bytes and artifact is given. */
  readonly data?: string | undefined
  readonly bytes?: Buffer | undefined
  readonly artifact?: string | undefined
  readonly format: string
  /** As many as are counted in what is given, unless told. */
  readonly messageCount?: number | undefined
  readonly tokenCount?: number | undefined
  readonly template?: string | undefined
  readonly session?: string | undefined
  readonly checkpoint?: string | undefined
  readonly ticket?: string | undefined
  readonly thread?: string | undefined
  readonly summary?: string | undefined
  readonly principal?: string | undefined
  readonly dryRun?: boolean
}

/** Writes a commit by hand: a delta after a parent, which branches where the parent has a child already; or an import. */
export async function checkpoint(workspace: Workspace, input: CheckpointInput): Promise<PutContext> {
  const { store } = workspace
  if ([input.data, input.bytes, input.artifact].filter((one) => one !== undefined).length !== 1) {
    throw new Failure('usage', 'Use either --data or --artifact.', {
      hint: 'Example: stet ctx checkpoint --type delta --data delta.jsonl --format claude-code-v1',
    })
  }
  const type = oneOf<CommitType>(input.type, COMMIT_TYPES, 'type')
  const reason = oneOf<Checkpoint>(input.checkpoint ?? 'explicit', CHECKPOINTS, 'checkpoint')
  const runtime = runtimeOf(input.format)
  const parent = input.parent === undefined ? null : (await resolveCommit(workspace, input.parent)).id
  const given = input.data === undefined ? input.bytes : await readInput(workspace, input.data)
  const artifact = given ? artifactIdOf(given) : await resolveArtifact(workspace, input.artifact!)
  const bytes = given ?? (await store.artifacts.get(artifact))
  const counts = formatOf(input.format)?.count(bytes) ?? { messages: 0, chars: bytes.length, lastTime: null }
  const now = workspace.clock().toISOString()
  return putCommit(
    store,
    {
      ...(given && { bytes: given }),
      draft: {
        parent,
        type,
        artifact,
        format: input.format,
        template: input.template ?? runtime,
        principal: input.principal ?? `${workspace.user}/${runtime}`,
        machine: workspace.machine,
        session: (input.session ?? '') as SessionId,
        checkpoint: reason,
        ticket: input.ticket ?? null,
        thread: input.thread ?? null,
        summary: input.summary ?? null,
        messageCount: input.messageCount ?? counts.messages,
        tokenCount: input.tokenCount ?? estimateTokens(counts.chars),
        createdAt: toUtc(counts.lastTime) ?? now,
        recordedAt: now,
        start: 0,
        end: bytes.length,
      },
    },
    input,
  )
}

/** What writes the format: its name without the version. A format that Stet does not know is kept as it is. */
function runtimeOf(format: string): string {
  const { family } = parseFormatId(format) ?? {}
  if (family !== undefined) return family
  throw new Failure('usage', `${JSON.stringify(format.slice(0, 80))} is not the name of a format.`, {
    hint: `Write a name with its version, such as ${FORMATS.map(({ id }) => id).join(', ')}.`,
  })
}

/** How many artifacts that start alike are counted, and how many are listed. */
const COUNTED = 1_000_000
const LISTED = 20

async function resolveArtifact({ store }: Workspace, reference: string): Promise<ArtifactId> {
  const found = await store.artifacts.find(reference.startsWith('art-') ? reference : `art-${reference}`, COUNTED)
  if (found.length === 1) return found[0]!
  if (found.length > 1) {
    throw new Failure('reference-ambiguous', `${found.length} artifacts start with ${reference}.`, {
      facts: { candidates: found.slice(0, LISTED) },
      hint: 'Write more of the id.',
    })
  }
  throw new Failure(
    'artifact-missing',
    `There is no artifact ${JSON.stringify(reference.slice(0, 80))} in the store.`,
    { facts: { artifact: reference.slice(0, 200) } },
  )
}

function oneOf<T extends string>(value: string, allowed: readonly T[], name: string): T {
  const found = allowed.find((known) => known === value)
  if (found !== undefined) return found
  throw new Failure('usage', `${JSON.stringify(value.slice(0, 40))} is not a ${name} of a commit.`, {
    hint: `Use ${allowed.join(', ')}.`,
  })
}
