import type { SourceNote } from '../../store.ts'
import type { Connection } from './connection.ts'

export function noteSource(connection: Connection, { path, session, size, modified, inode }: SourceNote): void {
  connection.write('source', 'relaxed', (passed) => {
    connection.run(
      `INSERT INTO sources (path, session_id, size, modified, inode) VALUES (@path, @session, @size, @modified, @inode)
       ON CONFLICT (path) DO UPDATE SET session_id = excluded.session_id, size = excluded.size,
         modified = excluded.modified, inode = excluded.inode`,
      { path, session, size, modified, inode },
    )
    passed('row')
  })
}

export function findSource(connection: Connection, path: string): SourceNote | undefined {
  return connection.get('SELECT path, session_id AS session, size, modified, inode FROM sources WHERE path = ?', [path])
}
