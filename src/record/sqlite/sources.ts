import type { KnownSource, SourceNote } from '../record.ts'
import type { Connection } from './connection.ts'

interface SourceRow extends Omit<SourceNote, 'proven'> {
  readonly proven: number
  /** Guards head, bytes, tail and source of the session. */
  readonly checksum: string | null
  readonly parser_checksum: string | null
}

export function writeSource(connection: Connection, { proven, ...note }: SourceNote): void {
  connection.run(
    `INSERT INTO sources (path, session_id, size, modified, inode, proven)
     VALUES (@path, @session, @size, @modified, @inode, @proven)
     ON CONFLICT (path) DO UPDATE SET session_id = excluded.session_id, size = excluded.size,
       modified = excluded.modified, inode = excluded.inode, proven = excluded.proven`,
    { ...note, proven: Number(proven) },
  )
}

export function findSource(connection: Connection, path: string): KnownSource | undefined {
  const row = findRow(connection, path)
  if (!row) return undefined
  const { session, size, modified, inode, proven } = row
  return { path, session, size, modified, inode, proven: proven === 1, mark: JSON.stringify(row) }
}

export function markOf(connection: Connection, path: string): string {
  return JSON.stringify(findRow(connection, path))
}

function findRow(connection: Connection, path: string): SourceRow | undefined {
  return connection.get(
    `SELECT path, session_id AS session, size, modified, inode, proven, checksum, parser_checksum
       FROM sources LEFT JOIN sessions USING (session_id) WHERE path = ?`,
    [path],
  )
}
