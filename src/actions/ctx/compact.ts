import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import { estimateTokens } from '../../model/tokens.ts'
import { encodeArtifact } from '../../store/encoding.ts'
import type { Workspace } from '../workspace.ts'
import { clientOfFormat, materialize } from './materialize.ts'

/** Puts a compaction behind a commit: the summary given stands for everything before it. The originals stay. */
export async function compact(workspace: Workspace, tip: Commit, summary: string): Promise<{ readonly id: CommitId }> {
  if (summary.trim() === '')
    throw new Failure('usage', 'The summary is empty.', { hint: 'Give a text with --summary-file.' })
  const client = clientOfFormat(tip.format)
  const session = await workspace.store.findSession(tip.session)
  const bytes = client.summaryLines(summary, {
    sessionId: session?.clientId ?? tip.session,
    cwd: session?.facts.cwd ?? null,
    at: tip.createdAt,
  })
  const artifact = await encodeArtifact(bytes)
  const id = await workspace.store.putCommit({
    artifact,
    draft: derivedDraft(workspace, tip, {
      type: 'compaction',
      artifact: artifact.id,
      size: bytes.length,
      messages: 1,
      tokens: estimateTokens(summary.length),
      summary,
    }),
  })
  return { id }
}

/** The same with the summary in a file. */
export async function compactFromFile(
  workspace: Workspace,
  tip: Commit,
  path: string,
): Promise<{ readonly id: CommitId }> {
  try {
    return await compact(workspace, tip, await readFile(resolve(workspace.cwd, path), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Failure('file-not-found', `There is no file ${path}.`, { facts: { path }, cause: error })
  }
}

/** Puts a snapshot behind a commit: what it stands for as one artifact, so that later reads need not go further back. */
export async function snapshot(workspace: Workspace, tip: Commit): Promise<{ readonly id: CommitId }> {
  const made = await materialize(workspace, tip)
  const id = await workspace.store.putCommit({
    draft: derivedDraft(workspace, tip, {
      type: 'snapshot',
      artifact: made.artifact_ref,
      size: made.bytes,
      messages: made.message_count,
      tokens: made.token_count,
      summary: null,
    }),
  })
  return { id }
}

function derivedDraft(
  { user, machine, clock }: Workspace,
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
    principal: `${user}/${tip.template}`,
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
