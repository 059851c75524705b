import type { Commit } from '../../../model/commit.ts'
import type { CommitId } from '../../../model/id.ts'
import { toUtc } from '../../../model/time.ts'
import { COMMIT_COLUMNS, rowOf } from './commit-columns.ts'
import { type CommitRow, toCommit } from './commits.ts'
import type { Connection } from './connection.ts'
import type { Value } from './text.ts'

const FIRST_PAGE = 8
const LARGEST_PAGE = 512

interface IdRow {
  readonly id: CommitId
}

export function findCommits(connection: Connection, prefix: string, limit: number): readonly CommitId[] {
  return connection
    .all<IdRow>(
      'SELECT commit_id AS id FROM commits WHERE commit_id >= ? AND commit_id < ? ORDER BY commit_id LIMIT ?',
      [prefix, `${prefix}\u{10ffff}`, limit],
    )
    .map((row) => row.id)
}

/**
 * Times in UTC with milliseconds have one shape, so that their text order is their order: one step down the index.
 * A compaction or snapshot made by hand behind a commit has that commit's time and is passed over: nobody stood there.
 */
export function resolveCommit(connection: Connection, principal: string, at: string): CommitId | undefined {
  const time = toUtc(at)
  if (time === undefined) throw new Error(`${JSON.stringify(at)} is no time`)
  return connection.get<IdRow>(
    `SELECT commit_id AS id FROM commits WHERE principal = ? AND created_at <= ?
        AND (commit_type = 'delta' OR parent IS NULL
             OR EXISTS (SELECT 1 FROM chain WHERE chain.commit_id = commits.commit_id))
      ORDER BY created_at DESC, rowid DESC LIMIT 1`,
    [principal, time],
  )?.id
}

/** Most walks end near; the pages of one that goes on grow. */
export async function* listAncestors(connection: Connection, tip: CommitId, limit: number): AsyncGenerator<Commit> {
  let next: CommitId | null = tip
  let left = limit
  for (let wanted = FIRST_PAGE; next !== null && left > 0; wanted = Math.min(LARGEST_PAGE, 4 * wanted)) {
    const page = ancestorRows(connection, next, Math.min(wanted, left))
    if (page.length === 0) return
    for (const row of page) yield toCommit(row)
    next = page.at(-1)!.parent
    left -= page.length
  }
}

/** They come in order of their depth. To be sure of that is nearly free here; SQLite would copy every row for it. */
function ancestorRows(connection: Connection, tip: CommitId, count: number): readonly CommitRow[] {
  const lists = connection.lists(
    `WITH RECURSIVE walked (depth, place, parent) AS (
       SELECT 1, rowid, parent FROM commits WHERE commit_id = @tip
       UNION ALL
       SELECT depth + 1, commits.rowid, commits.parent FROM walked JOIN commits ON commits.commit_id = walked.parent
        WHERE depth < @count
     ) SELECT ${COMMIT_COLUMNS}, walked.depth FROM walked CROSS JOIN commits ON commits.rowid = walked.place`,
    { tip, count },
  )
  const depthOf = (list: readonly Value[]) => Number(list.at(-1))
  return lists.sort((a, b) => depthOf(a) - depthOf(b)).map(rowOf)
}

export function listChildren(connection: Connection, id: CommitId): readonly CommitId[] {
  return connection
    .all<IdRow>('SELECT commit_id AS id FROM commits WHERE parent = ? ORDER BY rowid', [id])
    .map((row) => row.id)
}
