import type { SessionId } from '../../../model/id.ts'
import type { EncodedArtifact, LiveSegment } from '../../encoding.ts'
import { writeArtifact } from './artifacts.ts'
import type { Connection } from './connection.ts'
import { chainMoved } from './sessions.ts'

export function findLive(connection: Connection, session: SessionId): LiveSegment | undefined {
  return connection.get('SELECT segment, size, frames, tail_hash AS tail FROM live WHERE session_id = ?', [session])
}

/**
 * Writes the artifact of a session's next commit and remembers whether its frame continues the live segment. Anything
 * but a new live frame ends the segment: what comes next would leave a gap in it. Returns the bytes deduplicated.
 */
export function writeDelta(connection: Connection, session: SessionId, artifact: EncodedArtifact): number {
  const { live } = artifact
  const follows = live?.follows ?? null
  if (follows) expectLive(connection, session, follows)
  const position = follows && { segment: follows.segment, seq: follows.frames }
  const { deduplicated, pieces } = writeArtifact(connection, artifact, position ?? undefined)
  const [piece, ...more] = pieces
  if (!live || !piece || more.length > 0) {
    connection.run('DELETE FROM live WHERE session_id = ?', [session])
    return deduplicated
  }
  connection.run(
    `INSERT INTO live (session_id, segment, size, frames, tail_hash) VALUES (@session, @segment, @size, @frames, @tail)
     ON CONFLICT (session_id) DO UPDATE SET
       segment = excluded.segment, size = excluded.size, frames = excluded.frames, tail_hash = excluded.tail_hash`,
    {
      session,
      segment: follows?.segment ?? piece.frame,
      size: (follows?.size ?? 0) + artifact.size,
      frames: (follows?.frames ?? 0) + 1,
      tail: live.tail,
    },
  )
  return deduplicated
}

function expectLive(connection: Connection, session: SessionId, expected: LiveSegment): void {
  const found = findLive(connection, session)
  if (found?.segment === expected.segment && found.frames === expected.frames && found.tail === expected.tail) return
  throw chainMoved(session, 'the end of its chain was encoded again')
}
