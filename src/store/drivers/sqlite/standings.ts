import type { LiveSegment } from '../../encoding.ts'
import type { Standing } from '../../store.ts'
import type { Connection } from './connection.ts'

interface StandingRow {
  readonly session_id: string
  readonly seen_size: number
  readonly modified: string
  readonly inode: string
  /** Guards head, bytes, tail and source. */
  readonly checksum: string
  readonly parser_checksum: string
  readonly segment: number | null
  readonly size: number | null
  readonly frames: number | null
  readonly tail_hash: string | null
}

export function findStanding(connection: Connection, path: string): Standing | undefined {
  const row = connection.get<StandingRow>(
    `SELECT session_id, sources.size AS seen_size, modified, inode, checksum, parser_checksum,
            segment, live.size, frames, tail_hash
       FROM sources JOIN sessions USING (session_id) LEFT JOIN live USING (session_id) WHERE path = ?`,
    [path],
  )
  return row && { mark: JSON.stringify(row), live: liveOf(row) }
}

function liveOf({ size, frames, tail_hash }: StandingRow): LiveSegment | undefined {
  return size === null ? undefined : { size, frames: frames!, tail: tail_hash! }
}
