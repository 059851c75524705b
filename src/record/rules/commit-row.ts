import type { Checkpoint, Commit, CommitDraft, CommitType } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import type { ArtifactId, CommitId, SessionId } from '../../model/id.ts'
import { checksumOf, ROTTEN } from './checksum.ts'

export interface CommitRow {
  readonly commit_id: CommitId
  readonly parent: CommitId | null
  readonly commit_type: CommitType
  readonly artifact_ref: ArtifactId
  readonly format: string
  readonly template: string
  readonly principal: string
  readonly machine: string
  readonly session_id: SessionId
  readonly checkpoint: Checkpoint
  readonly ticket_id: string | null
  readonly thread_id: string | null
  readonly summary: string | null
  readonly message_count: number
  readonly token_count: number
  readonly created_at: string
  readonly recorded_at: string
  readonly start: number
  readonly end: number
  /** Of the Stet that wrote the row. */
  readonly schema_version: number
  readonly checksum: string
  readonly summary_checksum: string
}

/** Where a commit is in a session's chain. */
export interface LinkRow {
  readonly link: number
  readonly commit_id: CommitId
  readonly chain_start: number
  readonly chain_end: number
  readonly chain_checksum: string
}

/** As `isWritten` in the model: it begins a session that an operation wrote. */
export const WRITTEN = `commit_type = 'snapshot' AND checkpoint <> 'explicit' AND session_id <> ''`

/**
 * Says what is wrong with a link, or undefined. An index that rotted may lead to one of another session, where every
 * commit is sound by itself.
 */
export function linkFault(session: SessionId, row: LinkRow): string | undefined {
  if (row.chain_checksum === checksumOf([session, row.chain_start, row.chain_end, row.commit_id])) return undefined
  return `The chain of session ${session} is damaged: ${ROTTEN}.`
}

export function refuseRotten(session: SessionId, row: LinkRow): void {
  const fault = linkFault(session, row)
  if (fault === undefined) return
  throw new Failure('record-corrupt', fault, {
    facts: { session, link: row.link },
    hint: 'Run `stet verify` to list everything that is damaged.',
  })
}

type SummaryColumns = Pick<CommitRow, 'commit_id' | 'summary' | 'summary_checksum'>

/** Says what is wrong with a commit's summary, or undefined. */
export function summaryFault({ commit_id, summary, summary_checksum }: SummaryColumns): string | undefined {
  return summary_checksum === summaryChecksum(commit_id, summary) ? undefined : 'its summary is damaged'
}

/** One that rotted is left out; the commit still reads. */
export function soundSummary(row: SummaryColumns): string | null {
  return row.summary === null || summaryFault(row) ? null : row.summary
}

/** Says what is wrong with a stored commit, or undefined. */
export function commitFault(row: CommitRow, commit = toFields(row)): string | undefined {
  return row.checksum === commitChecksum(commit) ? undefined : ROTTEN
}

export function toCommit(row: CommitRow): Commit {
  const commit = toFields(row)
  const fault = commitFault(row, commit)
  if (!fault) return commit
  throw new Failure('record-corrupt', `Commit ${row.commit_id} is damaged: ${fault}.`, {
    facts: { commit: String(row.commit_id) },
    hint: 'Run `stet verify` to list everything that is damaged.',
  })
}

export function commitRow(commit: Commit, schema_version: number): CommitRow {
  return {
    commit_id: commit.id,
    parent: commit.parent,
    commit_type: commit.type,
    artifact_ref: commit.artifact,
    format: commit.format,
    template: commit.template,
    principal: commit.principal,
    machine: commit.machine,
    session_id: commit.session,
    checkpoint: commit.checkpoint,
    ticket_id: commit.ticket,
    thread_id: commit.thread,
    summary: commit.summary,
    message_count: commit.messageCount,
    token_count: commit.tokenCount,
    created_at: commit.createdAt,
    recorded_at: commit.recordedAt,
    start: commit.start,
    end: commit.end,
    schema_version,
    summary_checksum: summaryChecksum(commit.id, commit.summary),
    checksum: commitChecksum(commit),
  }
}

export function hasSameInputs(row: CommitRow, draft: CommitDraft): boolean {
  const { parent, artifact, createdAt, template } = draft
  return (
    row.parent === parent && row.artifact_ref === artifact && row.created_at === createdAt && row.template === template
  )
}

/** Guards everything but the summary, which may change. The order is part of the stored format. */
export function commitChecksum(commit: Commit): string {
  return checksumOf([
    commit.id,
    commit.parent,
    commit.type,
    commit.artifact,
    commit.format,
    commit.template,
    commit.principal,
    commit.machine,
    commit.session,
    commit.checkpoint,
    commit.ticket,
    commit.thread,
    commit.messageCount,
    commit.tokenCount,
    commit.createdAt,
    commit.recordedAt,
    commit.start,
    commit.end,
  ])
}

export function summaryChecksum(commit: CommitId, summary: string | null): string {
  return checksumOf([commit, summary])
}

function toFields(row: CommitRow): Commit {
  return {
    id: row.commit_id,
    parent: row.parent,
    type: row.commit_type,
    artifact: row.artifact_ref,
    format: row.format,
    template: row.template,
    principal: row.principal,
    machine: row.machine,
    session: row.session_id,
    checkpoint: row.checkpoint,
    ticket: row.ticket_id,
    thread: row.thread_id,
    summary: soundSummary(row),
    messageCount: row.message_count,
    tokenCount: row.token_count,
    createdAt: row.created_at,
    recordedAt: row.recorded_at,
    start: row.start,
    end: row.end,
  }
}
