import type { Commit, CommitDraft } from '../../../model/commit.ts'
import { type CommitId, commitIdOf, type SessionId } from '../../../model/id.ts'
import type { Connection, Sql } from '../../../postgres/connect.ts'
import { checksumOf } from '../../rows/checksum.ts'
import {
  type CommitRow,
  commitChecksum,
  hasSameInputs,
  type LinkRow,
  refuseRotten,
  summaryChecksum,
  toCommit,
} from '../../rows/commit-row.ts'
import { pages } from './pages.ts'
import { SCHEMA_VERSION } from './schema.ts'

const LONGEST_ID = 64

/** Writes a commit under a free id; the same four inputs always have the same id, and the first commit with it stays. */
export async function writeCommit(sql: Sql, draft: CommitDraft): Promise<CommitId> {
  for (let length = 8; length <= LONGEST_ID; length++) {
    const id = commitIdOf(draft, length)
    if (await insertCommit(sql, { ...draft, id })) return id
    const row = await findRow(sql, id)
    if (row && hasSameInputs(row, draft)) return id
  }
  throw new Error(`two commits share every digit of ${commitIdOf(draft, LONGEST_ID)}`)
}

/** Puts a commit at the end of a session's chain. */
export async function linkCommit(
  sql: Sql,
  session: SessionId,
  { id, start, end }: Pick<Commit, 'id' | 'start' | 'end'>,
): Promise<void> {
  const checksum = checksumOf([session, start, end, id])
  await sql`
    INSERT INTO chain (session_id, start, "end", commit_id, checksum)
    VALUES (${session}, ${start}, ${end}, ${id}, ${checksum})`
}

export async function findCommit(sql: Sql, id: CommitId): Promise<Commit | undefined> {
  const row = await findRow(sql, id)
  return row && toCommit(row)
}

export async function findRow(sql: Sql, id: CommitId): Promise<CommitRow | undefined> {
  const [row] = await sql<CommitRow[]>`SELECT * FROM commits WHERE commit_id = ${id}`
  return row
}

export async function* listChain(connection: Connection, session: SessionId, from: number): AsyncGenerator<Commit> {
  const rows = pages<CommitRow & LinkRow>((after, limit) =>
    connection.read(
      (sql) => sql`
        SELECT commits.*, chain.commit_id, chain.link, chain.start AS chain_start, chain."end" AS chain_end,
               chain.checksum AS chain_checksum
          FROM chain LEFT JOIN commits USING (commit_id)
         WHERE chain.session_id = ${session}
           AND (chain."end", chain.link) > (${after?.chain_end ?? from}, ${after?.link ?? 0})
           AND (chain."end" > ${from} OR chain.start >= ${from})
         ORDER BY chain."end", chain.link LIMIT ${limit}`,
    ),
  )
  for await (const row of rows) {
    refuseRotten(session, row)
    yield { ...toCommit(row), start: row.chain_start, end: row.chain_end }
  }
}

/** False where a commit of this id is there. */
async function insertCommit(sql: Sql, commit: Commit): Promise<boolean> {
  const row: CommitRow = {
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
    schema_version: SCHEMA_VERSION,
    summary_checksum: summaryChecksum(commit.id, commit.summary),
    checksum: commitChecksum(commit),
  }
  const { count } = await sql`INSERT INTO commits ${sql({ ...row })} ON CONFLICT (commit_id) DO NOTHING`
  return count > 0
}
