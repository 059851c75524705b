import type { SessionId } from '../../../model/id.ts'
import type { SideFile, SideFileEntry } from '../../store.ts'
import { writeArtifact } from './artifacts.ts'
import type { Connection } from './connection.ts'

const COLUMNS = 'path, artifact_ref AS artifact, size, at'

/** Writes a version of a side file; the one that is the newest already is not written again. */
export function putSideFile(
  connection: Connection,
  { session, path, artifact, at }: SideFileEntry,
): { deduplicated: number } {
  return connection.write('side-file', 'relaxed', (passed) => {
    const { deduplicated } = writeArtifact(connection, artifact)
    passed('artifact')
    const newest = connection.get<SideFile>(
      `SELECT ${COLUMNS} FROM side_files WHERE session_id = ? AND path = ? ORDER BY id DESC LIMIT 1`,
      [session, path],
    )
    if (newest?.artifact !== artifact.id) {
      connection.run('INSERT INTO side_files (session_id, path, artifact_ref, size, at) VALUES (?, ?, ?, ?, ?)', [
        session,
        path,
        artifact.id,
        artifact.size,
        at,
      ])
    }
    passed('row')
    return { deduplicated }
  })
}

export function listSideFiles(connection: Connection, session: SessionId): readonly SideFile[] {
  return connection.all(`SELECT ${COLUMNS} FROM side_files WHERE session_id = ? ORDER BY path, id`, [session])
}
