import type { SessionId } from '../../../model/id.ts'
import type { EncodedArtifact, LiveSegment } from '../../encoding.ts'
import { writeArtifact } from './artifacts.ts'
import type { Connection } from './connection.ts'
import { chainMoved } from './sessions.ts'

export function findLive(connection: Connection, session: SessionId): LiveSegment | undefined {
  const row = findRow(connection, session)
  return row && { size: row.size, frames: row.frames, tail: row.tail }
}

/**
 * Writes the artifact of a session's next commit and remembers whether its frame continues the live segment. Anything
 * but a new live frame ends the segment: what comes next would leave a gap in it. Returns the bytes deduplicated.
 */
export function writeDelta(connection: Connection, session: SessionId, artifact: EncodedArtifact): number {
  const { live } = artifact
  const segment = live?.follows ? expectLive(connection, session, live.follows) : undefined
  const position = segment && { segment: segment.segment, seq: segment.frames }
  const { deduplicated, pieces } = writeArtifact(connection, artifact, position)
  const [piece, ...more] = pieces
  if (!live || !piece || more.length > 0) {
    connection.run('DELETE FROM live WHERE session_id = ?', [session])
    return deduplicated
  }
  connection.run(
    `INSERT INTO live (session_id, segment, size, frames, tail_hash) VALUES (@session, @segment, @size, @frames, @tail)
     ON CONFLICT (session_id) DO UPDATE SET
       segment = excluded.segment, size = excluded.size, frames = excluded.frames, tail_hash = excluded.tail_hash`,
    { session, segment: segment?.segment ?? piece.frame, ...live.becomes },
  )
  return deduplicated
}

interface LiveRow extends LiveSegment {
  /** The number of its key frame. */
  readonly segment: number
}

function findRow(connection: Connection, session: SessionId): LiveRow | undefined {
  return connection.get('SELECT segment, size, frames, tail_hash AS tail FROM live WHERE session_id = ?', [session])
}

function expectLive(connection: Connection, session: SessionId, expected: LiveSegment): LiveRow {
  const row = findRow(connection, session)
  if (row && row.size === expected.size && row.frames === expected.frames && row.tail === expected.tail) return row
  throw chainMoved(session, 'the end of its chain was encoded again')
}
