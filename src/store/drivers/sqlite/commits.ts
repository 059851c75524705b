import type { Checkpoint, Commit, CommitDraft, CommitType } from '../../../model/commit.ts'
import { Failure } from '../../../model/errors.ts'
import { type ArtifactId, type CommitId, commitIdOf, type SessionId } from '../../../model/id.ts'
import { checksumOf, ROTTEN } from './checksum.ts'
import type { Connection } from './connection.ts'
import { pages } from './pages.ts'
import { SCHEMA_VERSION } from './schema.ts'

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

type ChainRow = CommitRow & LinkRow

const LONGEST_ID = 64

/** As `isWritten` in the model: it begins a session that an operation wrote. */
export const WRITTEN = `commit_type = 'snapshot' AND checkpoint <> 'explicit' AND session_id <> ''`

/** Writes a commit under a free id; the same four inputs always have the same id, and the first commit with it stays. */
export function writeCommit(connection: Connection, draft: CommitDraft): CommitId {
  for (let length = 8; length <= LONGEST_ID; length++) {
    const id = commitIdOf(draft, length)
    const row = findRow(connection, id)
    if (!row) return insertCommit(connection, { ...draft, id })
    if (hasSameInputs(row, draft)) return id
  }
  throw new Error(`two commits share every digit of ${commitIdOf(draft, LONGEST_ID)}`)
}

/** Puts a commit at the end of a session's chain. */
export function linkCommit(
  connection: Connection,
  session: SessionId,
  { id, start, end }: Pick<Commit, 'id' | 'start' | 'end'>,
): void {
  connection.run('INSERT INTO chain (session_id, start, "end", commit_id, checksum) VALUES (?, ?, ?, ?, ?)', [
    session,
    start,
    end,
    id,
    checksumOf([session, start, end, id]),
  ])
}

export function findCommit(connection: Connection, id: CommitId): Commit | undefined {
  const row = findRow(connection, id)
  return row && toCommit(row)
}

export function findCommitAt(connection: Connection, rowid: number): Commit | undefined {
  const row = connection.get<CommitRow>('SELECT * FROM commits WHERE rowid = ?', [rowid])
  return row && toCommit(row)
}

export async function* listChain(connection: Connection, session: SessionId, from: number): AsyncGenerator<Commit> {
  const rows = pages<ChainRow>((after, limit) =>
    connection.all(
      `SELECT commits.*, chain.commit_id, chain.link, chain.start AS chain_start, chain."end" AS chain_end,
              chain.checksum AS chain_checksum
         FROM chain LEFT JOIN commits USING (commit_id)
        WHERE chain.session_id = @session AND (chain."end", chain.link) > (@end, @link)
          AND (chain."end" > @from OR chain.start >= @from)
        ORDER BY chain."end", chain.link LIMIT @limit`,
      { session, from, limit, end: after?.chain_end ?? from, link: after?.link ?? 0 },
    ),
  )
  for await (const row of rows) {
    refuseRotten(session, row)
    yield { ...toCommit(row), start: row.chain_start, end: row.chain_end }
  }
}

/**
 * Says what is wrong with a link, or undefined. An index that rotted may lead to one of another session, where every
 * commit is sound by itself.
 */
export function linkFault(session: SessionId, row: LinkRow): string | undefined {
  if (row.chain_checksum === checksumOf([session, row.chain_start, row.chain_end, row.commit_id])) return undefined
  return `The chain of session ${session} is damaged: ${ROTTEN}.`
}

function refuseRotten(session: SessionId, row: LinkRow): void {
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
  return summary_checksum === checksumOf([commit_id, summary]) ? undefined : 'its summary is damaged'
}

/** One that rotted is left out; the commit still reads. */
export function soundSummary(row: SummaryColumns): string | null {
  return row.summary === null || summaryFault(row) ? null : row.summary
}

/** Says what is wrong with a stored commit, or undefined. */
export function commitFault(row: CommitRow, commit = toFields(row)): string | undefined {
  return row.checksum === checksumOf(immutableFields(commit)) ? undefined : ROTTEN
}

function toCommit(row: CommitRow): Commit {
  const commit = toFields(row)
  const fault = commitFault(row, commit)
  if (!fault) return commit
  throw new Failure('record-corrupt', `Commit ${row.commit_id} is damaged: ${fault}.`, {
    facts: { commit: String(row.commit_id) },
    hint: 'Run `stet verify` to list everything that is damaged.',
  })
}

export function findRow(connection: Connection, id: CommitId): CommitRow | undefined {
  return connection.get('SELECT * FROM commits WHERE commit_id = ?', [id])
}

function hasSameInputs(row: CommitRow, draft: CommitDraft): boolean {
  const { parent, artifact, createdAt, template } = draft
  return (
    row.parent === parent && row.artifact_ref === artifact && row.created_at === createdAt && row.template === template
  )
}

function insertCommit(connection: Connection, commit: Commit): CommitId {
  connection.run(
    `INSERT INTO commits (commit_id, parent, commit_type, artifact_ref, format, template, principal, machine, session_id,
       checkpoint, ticket_id, thread_id, summary, message_count, token_count, created_at, recorded_at, start, "end",
       schema_version, summary_checksum, checksum)
     VALUES (@id, @parent, @type, @artifact, @format, @template, @principal, @machine, @session, @checkpoint, @ticket,
       @thread, @summary, @messageCount, @tokenCount, @createdAt, @recordedAt, @start, @end,
       @schemaVersion, @summaryChecksum, @checksum)`,
    {
      ...commit,
      schemaVersion: SCHEMA_VERSION,
      summaryChecksum: checksumOf([commit.id, commit.summary]),
      checksum: checksumOf(immutableFields(commit)),
    },
  )
  return commit.id
}

/** Everything but the summary, which may change. The order is part of the stored format. */
function immutableFields(commit: Commit): readonly (string | number | null)[] {
  return [
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
  ]
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
