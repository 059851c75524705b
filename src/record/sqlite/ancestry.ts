import type { Commit } from '../../model/commit.ts'
import type { CommitId } from '../../model/id.ts'
import { toUtc } from '../../model/time.ts'
import { COMMIT_TEXT, type CommitText, fromText } from './commit-text.ts'
import { findCommitAt } from './commits.ts'
import type { Connection } from './connection.ts'

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
 * A compaction or snapshot made by hand after a commit has that commit's time and is passed over: nobody was there.
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
    const page = ancestors(connection, next, Math.min(wanted, left))
    if (page.length === 0) return
    for (const text of page) {
      const commit = fromText(text) ?? findCommitAt(connection, text[0])
      if (!commit) return // removed meanwhile
      yield commit
      next = commit.parent
    }
    left -= page.length
  }
}

/** They come in order of their depth. To be sure of that is nearly free here; SQLite would copy every row for it. */
function ancestors(connection: Connection, tip: CommitId, count: number): readonly CommitText[] {
  const texts = connection.lists<CommitText>(
    `WITH RECURSIVE walked (depth, place, parent) AS (
       SELECT 1, rowid, parent FROM commits WHERE commit_id = @tip
       UNION ALL
       SELECT depth + 1, commits.rowid, commits.parent FROM walked JOIN commits ON commits.commit_id = walked.parent
        WHERE depth < @count
     ) SELECT ${COMMIT_TEXT}, walked.depth FROM walked CROSS JOIN commits ON commits.rowid = walked.place`,
    { tip, count },
  )
  return texts.sort((a, b) => a[5]! - b[5]!)
}

export function listChildren(connection: Connection, id: CommitId): readonly CommitId[] {
  return connection
    .all<IdRow>('SELECT commit_id AS id FROM commits WHERE parent = ? ORDER BY rowid', [id])
    .map((row) => row.id)
}
