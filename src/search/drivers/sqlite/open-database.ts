import { closeSync, fchmodSync, lstatSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../../model/errors.ts'
import { Database, SqliteError } from '../../../system/sqlite/database.ts'
import { indexTooNew } from '../index-too-new.ts'
import { DATABASE_FILE, SCHEMA, SCHEMA_VERSION } from './schema.ts'

const BUSY_MS = 5000
const CACHE_BYTES = 4 << 20

/**
 * Opens the index, making it where there is none, or where it is of an older version; one that cannot be written, as on a
 * full disk, as it is.
 */
export function openDatabase(directory: string | undefined): Database {
  if (directory === undefined) return prepare(new Database(':memory:'))
  try {
    return openToWrite(directory)
  } catch (error) {
    if (!isRefused(error)) throw error
    return openToRead(directory)
  }
}

function openToWrite(directory: string): Database {
  ensurePrivateFile(join(directory, DATABASE_FILE))
  const database = prepare(openOwn(join(directory, DATABASE_FILE)))
  const version = versionOf(database)
  if (version === SCHEMA_VERSION) return database
  database.close()
  if (version > SCHEMA_VERSION) throw indexTooNew(version, SCHEMA_VERSION)
  removeDatabase(directory)
  return openToWrite(directory)
}

function isRefused(error: unknown): boolean {
  return error instanceof SqliteError && /^SQLITE_(CANTOPEN|READONLY|FULL|IOERR)/.test(error.code)
}

/** Also where SQLite finds no room for the files it puts next to it. */
function openToRead(directory: string): Database {
  const path = join(directory, DATABASE_FILE)
  const log = lstatSync(`${path}-wal`, { throwIfNoEntry: false })
  const isWritten = log !== undefined && log.size > 0
  const database = new Database(path, { readonly: true, timeout: BUSY_MS, immutable: !isWritten })
  if (versionOf(database) === SCHEMA_VERSION) return database
  database.close()
  throw foreign(path)
}

/** A file that is no index of Stet's is somebody's: it is neither written to nor taken away. */
function openOwn(path: string): Database {
  const found = lstatSync(path)
  if (!found.isFile() || (found.size > 0 && !readHead(path).startsWith('SQLite format 3'))) throw foreign(path)
  const database = new Database(path, { timeout: BUSY_MS })
  if (isOwn(database)) return database
  database.close()
  throw foreign(path)
}

/** One whose tables cannot be told any more is damaged, not foreign. */
function isOwn(database: Database): boolean {
  try {
    const tables = database.prepare<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    return tables.length === 0 || tables.some(({ name }) => name === 'marks')
  } catch {
    return true
  }
}

function foreign(path: string): Failure {
  return new Failure('search-unavailable', `The file ${path} is not a search index of Stet.`, {
    facts: { path },
    hint: 'Move it away; the index is made again from the record.',
  })
}

function readHead(path: string): string {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(16)
    readSync(file, head)
    return head.toString('latin1')
  } finally {
    closeSync(file)
  }
}

export function removeDatabase(directory: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(directory, DATABASE_FILE + suffix), { force: true })
}

/** SQLite gives the files next to the database its mode, so it must be private before SQLite first sees it. */
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

function versionOf(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}
