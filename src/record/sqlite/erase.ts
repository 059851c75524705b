import type { Connection } from './connection.ts'

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
 * that were moved to other pages stay where they were: no setting for single rows takes all of them away. False while
 * somebody reads what was there before: the next time does it again.
 */
export function erase(connection: Connection): boolean {
  const since = wordsSince(connection)
  if (since === undefined) return true
  connection.run('VACUUM')
  if (!connection.emptyLog()) return false
  connection.write('erase', 'durable', (passed) => {
    connection.run('DELETE FROM meta WHERE key = ? AND value = ?', [KEY, since]) // else another was forgotten meanwhile
    passed('row')
  })
  return true
}

function wordsSince(connection: Connection): string | undefined {
  return connection.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', [KEY])?.value
}
