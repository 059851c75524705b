import type { Commit } from '../../../model/commit.ts'
import type { CommitId } from '../../../model/id.ts'
import { toUtc } from '../../../model/time.ts'
import { findCommit } from './commits.ts'
import type { Connection } from './connection.ts'

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

export async function* listAncestors(connection: Connection, tip: CommitId, limit: number): AsyncGenerator<Commit> {
  let id: CommitId | null = tip
  for (let depth = 0; depth < limit && id !== null; depth++) {
    const commit: Commit | undefined = findCommit(connection, id)
    if (!commit) return
    yield commit
    id = commit.parent
  }
}

export function listChildren(connection: Connection, id: CommitId): readonly CommitId[] {
  return connection
    .all<IdRow>('SELECT commit_id AS id FROM commits WHERE parent = ? ORDER BY rowid', [id])
    .map((row) => row.id)
}
