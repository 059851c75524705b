import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import { artifactIdOf } from '../../model/id.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { requireAbility } from '../require-ability.ts'
import type { Workspace } from '../workspace.ts'
import { clientOfFormat } from './client-of-format.ts'
import { type MaterializeOptions, materialize, openContext } from './materialize.ts'
import { plainSummary } from './plain-summary.ts'
import { type PutContext, putCommit } from './put-commit.ts'
import { readInput } from './read-input.ts'
import { type CommitRef, commitOf } from './resolve-commit.ts'

/** Puts a compaction after a commit: the summary given represents everything before it. The originals stay. */
export async function compact(
  workspace: Workspace,
  reference: CommitRef,
  summary: string,
  options: MaterializeOptions = {},
): Promise<PutContext> {
  if (summary.trim() === '')
    throw new Failure('usage', 'The summary is empty.', { hint: 'Give a text with --summary-file.' })
  const tip = await commitOf(workspace, reference)
  const client = clientOfFormat(tip.format)
  const session = await workspace.store.findSession(tip.session)
  const bytes = requireAbility(client, 'compactions').summaryLines(summary, {
    sessionId: session?.clientId ?? tip.session,
    cwd: session?.facts.cwd ?? null,
    at: tip.createdAt,
  })
  const draft = derivedDraft(workspace, tip, {
    type: 'compaction',
    artifact: artifactIdOf(bytes),
    size: bytes.length,
    messages: 1,
    tokens: estimateTokens(summary.length),
    summary,
  })
  return putCommit(workspace.store, { bytes, draft }, options)
}

/** The same with the summary in a file. */
export async function compactFromFile(
  workspace: Workspace,
  tip: CommitRef,
  path: string,
  options: MaterializeOptions = {},
): Promise<PutContext> {
  return compact(workspace, tip, (await readInput(workspace, path)).toString('utf8'), options)
}

/** The same with a summary made of the originals, without a model: what was said in each round since the root. */
export async function compactPlainly(
  workspace: Workspace,
  reference: CommitRef,
  options: MaterializeOptions = {},
): Promise<PutContext> {
  const tip = await commitOf(workspace, reference)
  const { read } = await openContext(workspace, tip, 'root', options)
  const summary = plainSummary(await read(), clientOfFormat(tip.format))
  if (summary !== undefined) return compact(workspace, tip, summary, options)
  throw new Failure('nothing-to-do', `Up to commit ${tip.id} there is no round to summarize.`, {
    facts: { commit: tip.id },
    hint: 'Give a text with --summary-file.',
  })
}

/** Puts a snapshot after a commit: what it represents as one artifact, so that later reads need not go further back. */
export async function snapshot(
  workspace: Workspace,
  reference: CommitRef,
  options: MaterializeOptions = {},
): Promise<PutContext> {
  const tip = await commitOf(workspace, reference)
  const made = await materialize(workspace, tip, 'compaction', options)
  const draft = derivedDraft(workspace, tip, {
    type: 'snapshot',
    artifact: made.artifact_ref,
    size: made.bytes,
    messages: made.message_count,
    tokens: made.token_count,
    summary: null,
  })
  return putCommit(workspace.store, { draft }, options)
}

function derivedDraft(
  { machine, clock }: Workspace,
  tip: Commit,
  made: {
    type: Commit['type']
    artifact: Commit['artifact']
    size: number
    messages: number
    tokens: number
    summary: string | null
  },
): Omit<Commit, 'id'> {
  return {
    parent: tip.id,
    type: made.type,
    artifact: made.artifact,
    format: tip.format,
    template: tip.template,
    principal: tip.principal,
    machine,
    session: tip.session,
    checkpoint: made.type === 'compaction' ? 'compaction' : 'explicit',
    ticket: tip.ticket,
    thread: tip.thread,
    summary: made.summary,
    messageCount: made.messages,
    tokenCount: made.tokens,
    createdAt: tip.createdAt,
    recordedAt: clock().toISOString(),
    start: 0,
    end: made.size,
  }
}
