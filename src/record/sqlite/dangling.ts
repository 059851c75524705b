import { WRITTEN } from '../rules/commit-row.ts'
import type { StoreFault } from '../store.ts'
import type { Connection } from './connection.ts'
import { CODEC } from './encoding.ts'

/**
 * Rows that lead to nothing. Most references are no foreign keys to SQLite, and those that are it checks when they are
 * written, not afterwards. A manifest without its artifact is none of them: it is made again when it is asked for.
 */
export const DANGLING: readonly (readonly [string, (connection: Connection) => Iterable<StoreFault>])[] = [
  ['commits', commitsWithoutArtifact],
  ['commits', commitsWithoutParent],
  ['side files', sideFilesWithoutArtifact],
  ['retention', retentionWithoutCommit],
  ['pieces', straySlices],
  ['segments', brokenSegments],
]

function* commitsWithoutArtifact(connection: Connection): Iterable<StoreFault> {
  const rows = connection.each<{ commit_id: string; artifact_ref: string }>(
    `SELECT commit_id, artifact_ref FROM commits
      WHERE NOT EXISTS (SELECT 1 FROM artifacts WHERE artifact_id = commits.artifact_ref)`,
  )
  for (const { commit_id, artifact_ref } of rows)
    yield { where: `commit ${commit_id}`, what: `its artifact ${artifact_ref} is missing` }
}

/** A session that an operation wrote needs nothing of its source, which may have been forgotten. */
function* commitsWithoutParent(connection: Connection): Iterable<StoreFault> {
  const rows = connection.each<{ commit_id: string; parent: string }>(
    `SELECT commit_id, parent FROM commits
      WHERE parent IS NOT NULL AND NOT (${WRITTEN}) AND NOT EXISTS (SELECT 1 FROM commits before WHERE before.commit_id = commits.parent)`,
  )
  for (const { commit_id, parent } of rows)
    yield { where: `commit ${commit_id}`, what: `its parent ${parent} is missing` }
}

function* sideFilesWithoutArtifact(connection: Connection): Iterable<StoreFault> {
  const rows = connection.each<{ id: number; session_id: string; artifact_ref: string }>(
    `SELECT id, session_id, artifact_ref FROM side_files
      WHERE NOT EXISTS (SELECT 1 FROM artifacts WHERE artifact_id = side_files.artifact_ref)`,
  )
  for (const { id, session_id, artifact_ref } of rows)
    yield { where: `side file ${id} of session ${session_id}`, what: `its artifact ${artifact_ref} is missing` }
}

function* retentionWithoutCommit(connection: Connection): Iterable<StoreFault> {
  const rows = connection.each<{ commit_id: string }>(
    `SELECT commit_id FROM retention
      WHERE NOT EXISTS (SELECT 1 FROM commits WHERE commits.commit_id = retention.commit_id)`,
  )
  for (const { commit_id } of rows) yield { where: `retention of ${commit_id}`, what: 'its commit is missing' }
}

interface StraySlice {
  readonly artifact: number
  readonly piece: number
  readonly artifact_id: string | null
  readonly raw_size: number | null
  readonly ends: number
}

function* straySlices(connection: Connection): Iterable<StoreFault> {
  const rows = connection.each<StraySlice>(
    `SELECT pieces.artifact, pieces.piece, artifacts.artifact_id, frames.raw_size, pieces.offset + pieces.size AS ends
       FROM pieces LEFT JOIN artifacts USING (artifact) LEFT JOIN frames USING (frame)
      WHERE artifacts.artifact IS NULL OR frames.frame IS NULL OR pieces.offset + pieces.size > frames.raw_size`,
  )
  for (const { artifact, piece, artifact_id, raw_size, ends } of rows) {
    const where = `piece ${piece} of ${artifact_id ?? `artifact number ${artifact}`}`
    if (artifact_id === null) yield { where, what: 'it belongs to no artifact' }
    else if (raw_size === null) yield { where, what: 'its frame is missing' }
    else yield { where, what: `it ends at byte ${ends} of a frame of ${raw_size}` }
  }
}

function* brokenSegments(connection: Connection): Iterable<StoreFault> {
  const rows = connection.each<{ frame: number }>(
    `SELECT f.frame FROM frames f WHERE f.codec = ${CODEC.prefixed} AND NOT EXISTS (
       SELECT 1 FROM frames before
        WHERE (f.seq = 1 AND before.frame = f.segment) OR (before.segment = f.segment AND before.seq = f.seq - 1))`,
  )
  for (const { frame } of rows) yield { where: `frame ${frame}`, what: 'the frame it builds on is missing' }
}
