import type { Commit } from '../../model/commit.ts'
import type { CommitId } from '../../model/id.ts'
import { toUtc } from '../../model/time.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import { type CommitRow, toCommit } from '../rules/commit-row.ts'

const FIRST_PAGE = 8
const LARGEST_PAGE = 512

interface IdRow {
  readonly id: CommitId
}

export async function findCommits(sql: Sql, prefix: string, limit: number): Promise<readonly CommitId[]> {
  const rows = await sql<IdRow[]>`
    SELECT commit_id AS id FROM commits WHERE starts_with(commit_id, ${prefix}) ORDER BY commit_id LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

/**
 * Times in UTC with milliseconds have one shape, so that their text order is their order: one step down the index.
 * A compaction or snapshot made by hand after a commit has that commit's time and is passed over: nobody was there.
 */
export async function resolveCommit(sql: Sql, principal: string, at: string): Promise<CommitId | undefined> {
  const time = toUtc(at)
  if (time === undefined) throw new Error(`${JSON.stringify(at)} is no time`)
  const [row] = await sql<IdRow[]>`
    SELECT commit_id AS id FROM commits WHERE principal = ${principal} AND created_at <= ${time}
       AND (commit_type = 'delta' OR parent IS NULL
            OR EXISTS (SELECT 1 FROM chain WHERE chain.commit_id = commits.commit_id))
     ORDER BY created_at DESC, place DESC LIMIT 1`
  return row?.id
}

/** Most walks end near; the pages of one that goes on grow. */
export async function* listAncestors(connection: Connection, tip: CommitId, limit: number): AsyncGenerator<Commit> {
  let next: CommitId | null = tip
  let left = limit
  for (let wanted = FIRST_PAGE; next !== null && left > 0; wanted = Math.min(LARGEST_PAGE, 4 * wanted)) {
    const from: CommitId = next
    const count = Math.min(wanted, left)
    const page = await connection.read((sql) => ancestors(sql, from, count))
    if (page.length === 0) return
    for (const row of page) {
      yield toCommit(row)
      next = row.parent
    }
    left -= page.length
  }
}

async function ancestors(sql: Sql, tip: CommitId, count: number): Promise<readonly CommitRow[]> {
  return sql<CommitRow[]>`
    WITH RECURSIVE walked (depth, id, parent) AS (
      SELECT 1, commit_id, parent FROM commits WHERE commit_id = ${tip}
      UNION ALL
      SELECT depth + 1, commits.commit_id, commits.parent FROM walked JOIN commits ON commits.commit_id = walked.parent
       WHERE depth < ${count}
    ) SELECT commits.* FROM walked JOIN commits ON commits.commit_id = walked.id ORDER BY walked.depth`
}

export async function listChildren(sql: Sql, id: CommitId): Promise<readonly CommitId[]> {
  const rows = await sql<IdRow[]>`SELECT commit_id AS id FROM commits WHERE parent = ${id} ORDER BY place`
  return rows.map((row) => row.id)
}
