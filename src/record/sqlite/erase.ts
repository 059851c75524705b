import { SqliteError } from '../../system/sqlite/database.ts'
import type { Connection } from './connection.ts'
import { toFailure } from './to-failure.ts'

/** The row of `meta` that is there since a session was forgotten: its words may be in free space. */
const KEY = 'words_left'

/** In the transaction that forgets. */
export function noteWords(connection: Connection, at: string): void {
  connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [KEY, at])
}

export function leavesWords(connection: Connection): boolean {
  return wordsSince(connection) !== undefined
}

/**
 * Writes the file anew, and empties its log. Rows are overwritten by SQLite only where it needs the space, and copies of rows
 * that were moved to other pages stay where they were: no setting for single rows takes all of them away.
 */
export function erase(connection: Connection): void {
  const since = wordsSince(connection)
  if (since === undefined) return
  connection.run('VACUUM')
  const isHeld = connection.pragma('wal_checkpoint(TRUNCATE)') !== 0
  if (isHeld) throw toFailure(new SqliteError('the log is read', 'SQLITE_BUSY'), { directory: connection.directory })
  connection.write('erase', 'durable', (passed) => {
    connection.run('DELETE FROM meta WHERE key = ? AND value = ?', [KEY, since]) // else another was forgotten meanwhile
    passed('row')
  })
}

function wordsSince(connection: Connection): string | undefined {
  return connection.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', [KEY])?.value
}
