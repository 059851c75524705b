import type { Sql } from '../../system/postgres/connect.ts'
import type { KnownSource, SourceNote } from '../record.ts'

interface SourceRow extends Omit<SourceNote, 'proven'> {
  readonly proven: number
  /** Guards head, bytes, tail and source of the session. */
  readonly checksum: string | null
  readonly parser_checksum: string | null
}

export async function writeSource(sql: Sql, note: SourceNote): Promise<void> {
  const { path, session, size, modified, inode, proven } = note
  await sql`
    INSERT INTO sources (path, session_id, size, modified, inode, proven)
    VALUES (${path}, ${session}, ${size}, ${modified}, ${inode}, ${Number(proven)})
    ON CONFLICT (path) DO UPDATE SET session_id = excluded.session_id, size = excluded.size,
      modified = excluded.modified, inode = excluded.inode, proven = excluded.proven`
}

export async function findSource(sql: Sql, path: string): Promise<KnownSource | undefined> {
  const row = await findRow(sql, path)
  if (!row) return undefined
  const { session, size, modified, inode, proven } = row
  return { path, session, size, modified, inode, proven: proven === 1, mark: JSON.stringify(row) }
}

export async function markOf(sql: Sql, path: string): Promise<string> {
  return JSON.stringify(await findRow(sql, path))
}

async function findRow(sql: Sql, path: string): Promise<SourceRow | undefined> {
  const [row] = await sql<SourceRow[]>`
    SELECT path, session_id AS session, size, modified, inode, proven, checksum, parser_checksum
      FROM sources LEFT JOIN sessions USING (session_id) WHERE path = ${path}`
  return row
}
