import type { SourceNote } from '../../store.ts'
import type { Connection } from './connection.ts'

export function writeSource(connection: Connection, { path, session, size, modified, inode }: SourceNote): void {
  connection.run(
    `INSERT INTO sources (path, session_id, size, modified, inode) VALUES (@path, @session, @size, @modified, @inode)
     ON CONFLICT (path) DO UPDATE SET session_id = excluded.session_id, size = excluded.size,
       modified = excluded.modified, inode = excluded.inode`,
    { path, session, size, modified, inode },
  )
}

export function findSource(connection: Connection, path: string): SourceNote | undefined {
  return connection.get('SELECT path, session_id AS session, size, modified, inode FROM sources WHERE path = ?', [path])
}
