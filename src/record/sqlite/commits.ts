import type { Commit, CommitDraft } from '../../model/commit.ts'
import type { CommitId, SessionId } from '../../model/id.ts'
import { checksumOf } from '../rules/checksum.ts'
import {
  type CommitRow,
  commitChecksum,
  hasSameInputs,
  type LinkRow,
  refuseRotten,
  summaryChecksum,
  toCommit,
} from '../rules/commit-row.ts'
import { idsFor, noIdLeft } from '../rules/commits.ts'
import { pages } from '../rules/pages.ts'
import type { Connection } from './connection.ts'
import { SCHEMA_VERSION } from './schema.ts'

type ChainRow = CommitRow & LinkRow

/** Writes a commit under a free id; the same four inputs always have the same id, and the first commit with it stays. */
export function writeCommit(connection: Connection, draft: CommitDraft): CommitId {
  for (const id of idsFor(draft)) {
    const row = findRow(connection, id)
    if (!row) return insertCommit(connection, { ...draft, id })
    if (hasSameInputs(row, draft)) return id
  }
  throw noIdLeft(draft)
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

export function findRow(connection: Connection, id: CommitId): CommitRow | undefined {
  return connection.get('SELECT * FROM commits WHERE commit_id = ?', [id])
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
      summaryChecksum: summaryChecksum(commit.id, commit.summary),
      checksum: commitChecksum(commit),
    },
  )
  return commit.id
}
