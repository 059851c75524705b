import type { Commit, CommitDraft } from '../../model/commit.ts'
import type { CommitId, SessionId } from '../../model/id.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import { checksumOf } from '../rules/checksum.ts'
import { type CommitRow, commitRow, hasSameInputs, type LinkRow, refuseRotten, toCommit } from '../rules/commit-row.ts'
import { idsFor, noIdLeft } from '../rules/commits.ts'
import { pages } from '../rules/pages.ts'
import { SCHEMA_VERSION } from './schema.ts'

/** Writes a commit under a free id; the same four inputs always have the same id, and the first commit with it stays. */
export async function writeCommit(sql: Sql, draft: CommitDraft): Promise<CommitId> {
  for (const id of idsFor(draft)) {
    if (await insertCommit(sql, { ...draft, id })) return id
    const row = await findRow(sql, id)
    if (row && hasSameInputs(row, draft)) return id
  }
  throw noIdLeft(draft)
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
  const row = commitRow(commit, SCHEMA_VERSION)
  const { count } = await sql`INSERT INTO commits ${sql({ ...row })} ON CONFLICT (commit_id) DO NOTHING`
  return count > 0
}
