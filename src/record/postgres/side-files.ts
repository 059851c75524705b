import { artifactIdOf, type SessionId } from '../../model/id.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import type { SideFile, SideFileEntry } from '../record.ts'
import { type SideFileRow, sideFileChecksum, toSideFile } from '../rules/side-file-row.ts'
import { writeArtifact } from './artifacts.ts'
import { writeTogether } from './locks.ts'
import { joinArtifact } from './manifests.ts'
import type { Units } from './units.ts'

/** Writes a version of a side file; the one that is the newest already is not written again. */
export function putSideFile(
  connection: Connection,
  units: Units,
  { session, path, content, at }: SideFileEntry,
): Promise<{ deduplicated: number }> {
  const artifact = content instanceof Uint8Array ? artifactIdOf(content) : content.artifact
  const size = content instanceof Uint8Array ? content.length : content.size
  const work = async (sql: Sql) => {
    const deduplicated =
      content instanceof Uint8Array
        ? await writeArtifact(sql, units, { id: artifact, bytes: content, chunked: true })
        : await joinArtifact(sql, content)
    const [newest] = await sql<Pick<SideFile, 'artifact'>[]>`
      SELECT artifact_ref AS artifact FROM side_files WHERE session_id = ${session} AND path = ${path}
      ORDER BY id DESC LIMIT 1`
    if (newest?.artifact !== artifact) {
      const checksum = sideFileChecksum(session, { path, artifact, size, at })
      await sql`
        INSERT INTO side_files (session_id, path, artifact_ref, size, at, checksum)
        VALUES (${session}, ${path}, ${artifact}, ${size}, ${at}, ${checksum})`
    }
    return { deduplicated }
  }
  return writeTogether(connection, work, session)
}

export async function listSideFiles(sql: Sql, session: SessionId): Promise<readonly SideFile[]> {
  const rows = await sql<SideFileRow[]>`
    SELECT id, session_id, path, artifact_ref AS artifact, size, at, checksum FROM side_files
     WHERE session_id = ${session} ORDER BY path, id`
  return rows.map(toSideFile)
}
