import { closeSync, fchmodSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Database } from '../../../sqlite/database.ts'
import { DATABASE_FILE, SCHEMA, SCHEMA_VERSION } from './schema.ts'

const BUSY_MS = 5000
const CACHE_BYTES = 4 << 20

/** Opens the index, making it where there is none, or where it is of another version. */
export function openDatabase(directory: string | undefined): Database {
  if (directory === undefined) return prepare(new Database(':memory:'))
  ensurePrivateFile(join(directory, DATABASE_FILE))
  const database = prepare(new Database(join(directory, DATABASE_FILE), { timeout: BUSY_MS }))
  if (versionOf(database) === SCHEMA_VERSION) return database
  database.close()
  removeDatabase(directory)
  return openDatabase(directory)
}

export function removeDatabase(directory: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(directory, DATABASE_FILE + suffix), { force: true })
}

/** SQLite gives the files beside the database its mode, so it must be private before SQLite first sees it. */
function ensurePrivateFile(path: string): void {
  try {
    const file = openSync(path, 'wx', 0o600)
    fchmodSync(file, 0o600) // the umask may have taken bits away
    closeSync(file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** What a machine that stops takes from here can be computed again, so nothing waits for the disk. */
function prepare(database: Database): Database {
  try {
    database.pragma('trusted_schema = OFF')
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = OFF')
    database.pragma(`cache_size = -${CACHE_BYTES / 1024}`)
    database
      .transaction(() => {
        if (versionOf(database) !== 0) return
        database.exec(SCHEMA)
        database.pragma(`user_version = ${SCHEMA_VERSION}`)
      })
      .immediate()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function versionOf(database: Database): unknown {
  return database.pragma('user_version', { simple: true })
}
