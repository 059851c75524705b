import { closeSync, existsSync, fchmodSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure, isFailure } from '../../model/errors.ts'
import { PARSER_VERSION } from '../../model/parser-version.ts'
import { makeDirectory } from '../../system/make-directory.ts'
import { Database, SqliteError } from '../../system/sqlite/database.ts'
import { ENCODING_VERSION } from './encoding.ts'
import { KEEP_NUMBERS } from './keep-numbers.ts'
import {
  APPLICATION_ID,
  DATABASE_FILE,
  DROPPED_TABLES,
  LATER_COLUMNS,
  LATER_TABLES,
  SCHEMA,
  SCHEMA_VERSION,
} from './schema.ts'
import { toFailure } from './to-failure.ts'

interface OpenDatabase {
  /** Undefined for a store in memory. */
  readonly directory: string | undefined
  readonly readOnly: boolean
  readonly now: () => Date
  readonly busyMs: number
}

/** A checkpoint changes a little of some thirty pages, and each goes whole into the log and through the disk's sync. */
const PAGE_BYTES = 4096
/** Of pages held in memory. SQLite's own 16 MB are not faster here: what is read again is held decoded. */
const CACHE_BYTES = 4 << 20
/** After this much the log starts over. To write over it takes half as long as to make it longer. */
const CHECKPOINT_BYTES = 8 << 20
const WAL_KEPT_BYTES = 64 << 20

/**
 * Opens the database, creating it where there is none; any number of processes may do so at once.
 * A database that is not a store, or one of a newer Stet, is refused and not changed.
 */
export function openDatabase(options: OpenDatabase): Database {
  try {
    if (options.directory === undefined) return prepareDatabase(new Database(':memory:'), options)
    if (options.readOnly) return openReadOnly(options.directory, options)
    ensurePrivateFile(options.directory)
    return prepareDatabase(new Database(join(options.directory, DATABASE_FILE), { timeout: options.busyMs }), options)
  } catch (error) {
    throw toFailure(error, { directory: options.directory, opening: true })
  }
}

/** SQLite gives the files next to the database its mode, so it must be private before SQLite first sees it. */
function ensurePrivateFile(directory: string): void {
  const path = join(directory, DATABASE_FILE)
  if (existsSync(path)) return
  makeDirectory(directory)
  try {
    const file = openSync(path, 'wx', 0o600)
    fchmodSync(file, 0o600) // the umask may have taken bits away
    closeSync(file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error // else another process was first
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function openReadOnly(directory: string, options: OpenDatabase): Database {
  const path = join(directory, DATABASE_FILE)
  if (!statSync(path, { throwIfNoEntry: false })) {
    throw new Failure('store-unreadable', `There is no store in ${directory} yet.`, {
      hint: 'Run `stet inscribe` to make one.',
    })
  }
  try {
    const database = prepareDatabase(new Database(path, { readonly: true, timeout: options.busyMs }), options)
    return isOlder(database) ? upgradedCopy(database) : database
  } catch (error) {
    if (!isRefused(error) || hasLog(path)) throw error
    // A folder where SQLite may not put its lock files, a backup, another user's, or on a full disk.
    const database = prepareDatabase(new Database(path, { readonly: true, immutable: true }), options)
    return isOlder(database) ? upgradedCopy(database) : database
  }
}

/** An older store that may not be written is read as a copy that nobody else sees. */
function upgradedCopy(database: Database): Database {
  const folder = mkdtempSync(join(tmpdir(), 'stet-copy-'))
  try {
    database.prepare('VACUUM INTO ?').run(join(folder, DATABASE_FILE))
    database.close()
    const copy = new Database(join(folder, DATABASE_FILE))
    copy.pragma('journal_mode = MEMORY')
    upgrade(copy)
    copy.pragma('query_only = ON')
    return copy
  } finally {
    rmSync(folder, { recursive: true, force: true }) // the file is gone when it is closed
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof SqliteError && /^SQLITE_(CANTOPEN|READONLY|FULL|IOERR)/.test(error.code)
}

function hasLog(path: string): boolean {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  return log !== undefined && log.size > 0
}

function prepareDatabase(database: Database, options: OpenDatabase): Database {
  try {
    database.pragma('trusted_schema = OFF')
    database.pragma('foreign_keys = ON')
    database.pragma(`cache_size = -${CACHE_BYTES / 1024}`)
    if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) createSchema(database, options)
    checkVersions(database, options)
    if (options.readOnly) {
      database.pragma('temp_store = MEMORY') // there may be no room for files
      return database
    }
    if (options.directory !== undefined) useWal(database, options.busyMs)
    upgrade(database)
    database.pragma(`wal_autocheckpoint = ${CHECKPOINT_BYTES / PAGE_BYTES}`)
    database.pragma(`journal_size_limit = ${WAL_KEPT_BYTES}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function isOlder(database: Database): boolean {
  return versionOf(database) < SCHEMA_VERSION
}

function versionOf(database: Database): number {
  const row = database.prepare<{ value: string }>("SELECT value FROM meta WHERE key = 'schema_version'").get()
  return Number(row?.value ?? SCHEMA_VERSION)
}

/** Brings an older store to this version: tables that are gone, tables and columns that came later. */
function upgrade(database: Database): void {
  const isThere = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?')
  const columnIsThere = database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?')
  const missingColumns = () => LATER_COLUMNS.filter(({ table, column }) => !columnIsThere.get(table, column))
  const isMissing = () => Object.keys(LATER_TABLES).some((name) => !isThere.get(name)) || missingColumns().length > 0
  if (!isOlder(database) && !isMissing()) return
  database
    .transaction(() => {
      if (isOlder(database)) for (const table of DROPPED_TABLES) database.exec(`DROP TABLE IF EXISTS ${table}`)
      database.exec(Object.values(LATER_TABLES).join(''))
      const added = missingColumns()
      for (const { table, column, type } of added) database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`)
      if (added.length > 0) database.exec(KEEP_NUMBERS) // before what is derived is made again
      database.prepare("UPDATE meta SET value = ? WHERE key = 'schema_version'").run(String(SCHEMA_VERSION))
    })
    .immediate()
}

/** In one transaction, so that a process killed here leaves an empty file or a whole store. */
function createSchema(database: Database, options: OpenDatabase): void {
  if (isOfAnotherProgram(database) || options.readOnly) throw notAStore(options)
  database.pragma(`page_size = ${PAGE_BYTES}`)
  database.pragma('auto_vacuum = INCREMENTAL') // as the page size, only before the first page is written
  if (options.directory !== undefined) useWal(database, options.busyMs)
  database
    .transaction(() => {
      if (database.pragma('application_id', { simple: true }) === APPLICATION_ID) return // another process was first
      database.exec(SCHEMA)
      const put = database.prepare('INSERT INTO meta (key, value) VALUES (?, ?)')
      put.run('schema_version', String(SCHEMA_VERSION))
      put.run('encoding_version', String(ENCODING_VERSION))
      put.run('parser_version', String(PARSER_VERSION))
      put.run('created_at', options.now().toISOString())
      database.pragma(`application_id = ${APPLICATION_ID}`)
    })
    .immediate()
}

function isOfAnotherProgram(database: Database): boolean {
  const { tables } = database.prepare<{ tables: number }>('SELECT count(*) AS tables FROM sqlite_schema').get() ?? {
    tables: 0,
  }
  // Asked again, because another process may have made the store between the two questions.
  return tables > 0 && database.pragma('application_id', { simple: true }) !== APPLICATION_ID
}

function notAStore({ directory }: OpenDatabase): Failure {
  return new Failure(
    'store-unreadable',
    `The file ${DATABASE_FILE} in ${directory ?? 'memory'} is not a store of Stet.`,
    {
      hint: 'Name another store with --store.',
    },
  )
}

function checkVersions(database: Database, { directory }: OpenDatabase): void {
  const known: Record<string, number> = { schema_version: SCHEMA_VERSION, encoding_version: ENCODING_VERSION }
  const rows = database
    .prepare<{ key: string; value: string }>("SELECT key, value FROM meta WHERE key LIKE '%_version'")
    .all()
  for (const { key, value } of rows) {
    const highest = known[key]
    if (highest === undefined || Number(value) <= highest) continue
    throw new Failure(
      'store-too-new',
      `The store in ${directory ?? 'memory'} was written by a newer Stet (${key} ${value}).`,
      {
        facts: { [key]: Number(value), known: highest },
        hint: 'Update Stet, or name another store with --store; nothing was changed.',
      },
    )
  }
}

/** Switching to WAL needs the file alone for a moment, and SQLite does not wait for that by itself. */
function useWal(database: Database, busyMs: number): void {
  const until = Date.now() + busyMs
  while (database.pragma('journal_mode', { simple: true }) !== 'wal') {
    try {
      database.pragma('journal_mode = WAL')
    } catch (error) {
      const busy = toFailure(error, { directory: undefined, opening: true })
      if (!isFailure(busy, 'store-busy') || Date.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20)
    }
  }
}
