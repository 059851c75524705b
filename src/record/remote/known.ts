import { closeSync, lstatSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeDirectory } from '../../system/make-directory.ts'
import { Database, SqliteError } from '../../system/sqlite/database.ts'

/**
 * What is known of a remote: which of its files were read, what is in it, and where. All of it is in the remote's
 * journals too: without it they are read again.
 */
export interface Known {
  get(key: string): string | undefined
  has(key: string): boolean
  set(key: string, value?: string): void
  delete(key: string): void
  /** Every key that begins so, with its value, in order. */
  list(prefix: string): readonly { readonly key: string; readonly value: string }[]
  /** Does all of it or nothing. */
  together(work: () => void): void
  close(): void
}

export function openKnown(path: string): Known {
  const database = openDatabase(path)
  const get = database.prepare<{ value: string }>('SELECT value FROM known WHERE key = ?')
  const set = database.prepare(
    'INSERT INTO known (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const remove = database.prepare('DELETE FROM known WHERE key = ?')
  const list = database.prepare<{ key: string; value: string }>(
    'SELECT key, value FROM known WHERE key >= ? AND key < ? ORDER BY key',
  )
  return {
    get: (key) => get.get(key)?.value,
    has: (key) => get.get(key) !== undefined,
    set: (key, value = '') => void set.run(key, value),
    delete: (key) => void remove.run(key),
    list: (prefix) => list.all(prefix, `${prefix}\u{10ffff}`),
    together: (work) => database.transaction(work).immediate(),
    close: () => database.close(),
  }
}

/** What is no database, or a damaged one, is nothing that is missed: it is begun again. */
function openDatabase(path: string): Database {
  try {
    return prepared(path)
  } catch (error) {
    const isOther = error instanceof SqliteError ? /^SQLITE_(CORRUPT|NOTADB)/.test(error.code) : isNoFile(path)
    if (path === ':memory:' || !isOther) throw error
    for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true, recursive: true })
    return prepared(path)
  }
}

function prepared(path: string): Database {
  if (path !== ':memory:') {
    makeDirectory(dirname(path))
    if (isNoFile(path)) throw new Error(`${path} is no file`) // a pipe would be waited for
    closeSync(openSync(path, 'a', 0o600)) // SQLite gives the files next to it the same mode
  }
  const database = new Database(path, { timeout: 10_000 })
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.exec('CREATE TABLE IF NOT EXISTS known (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function isNoFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === false
}
