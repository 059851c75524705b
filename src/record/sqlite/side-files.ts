import type { SessionId } from '../../model/id.ts'
import type { SideFile, SideFileEntry } from '../record.ts'
import { type SideFileRow, sideFileChecksum, toSideFile } from '../rules/side-file-row.ts'
import { writeArtifact } from './artifacts.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames } from './decoded-frames.ts'
import { encodeArtifact } from './encode-artifact.ts'
import { joinArtifact } from './manifests.ts'

const COLUMNS = 'id, session_id, path, artifact_ref AS artifact, size, at, checksum'

/** Writes a version of a side file; the one that is the newest already is not written again. */
export async function putSideFile(
  connection: Connection,
  decoded: DecodedFrames,
  { session, path, content, at }: SideFileEntry,
): Promise<{ deduplicated: number }> {
  const encoded =
    content instanceof Uint8Array ? encodeArtifact(connection, decoded, content, { chunked: true }) : undefined
  const joined = content instanceof Uint8Array ? undefined : content
  const artifact = encoded
    ? { id: encoded.id, size: encoded.bytes.length }
    : { id: joined!.artifact, size: joined!.size }
  return connection.write('side-file', 'relaxed', (passed) => {
    const deduplicated = encoded ? writeArtifact(connection, encoded) : joinArtifact(connection, joined!)
    passed('artifact')
    const newest = connection.get<SideFile>(
      `SELECT ${COLUMNS} FROM side_files WHERE session_id = ? AND path = ? ORDER BY id DESC LIMIT 1`,
      [session, path],
    )
    if (newest?.artifact !== artifact.id) {
      const checksum = sideFileChecksum(session, { path, artifact: artifact.id, size: artifact.size, at })
      connection.run(
        'INSERT INTO side_files (session_id, path, artifact_ref, size, at, checksum) VALUES (?, ?, ?, ?, ?, ?)',
        [session, path, artifact.id, artifact.size, at, checksum],
      )
    }
    passed('row')
    return { deduplicated }
  })
}

export function listSideFiles(connection: Connection, session: SessionId): readonly SideFile[] {
  return connection
    .all<SideFileRow>(`SELECT ${COLUMNS} FROM side_files WHERE session_id = ? ORDER BY path, id`, [session])
    .map(toSideFile)
}

export function eachSideFile(connection: Connection): Iterable<SideFileRow> {
  return connection.each(`SELECT ${COLUMNS} FROM side_files`)
}
