import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { loadSqlite } from './load-sqlite.ts'
import { sqliteCode, systemCode } from './sqlite-code.ts'

/** Parameters are values in order, one list of them, or an object by name. */
export interface Statement<Row = unknown> {
  /** None for a statement that gives no rows. */
  columns(): readonly { readonly name: string }[]
  /** The same statement; its rows are lists from now on. */
  raw(): Statement<Row>
  get(...params: unknown[]): Row | undefined
  all(...params: unknown[]): Row[]
  iterate(...params: unknown[]): IterableIterator<Row>
  run(...params: unknown[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint }
}

export interface Transaction<Args extends unknown[], T> {
  (...args: Args): T
  deferred(...args: Args): T
  immediate(...args: Args): T
}

interface OpenOptions {
  readonly readonly?: boolean
  /** How long a statement waits for another process, in milliseconds. Default: 5000. */
  readonly timeout?: number
  /** Nobody writes to the file, and no lock is asked for: for a folder where SQLite may not put its lock files. */
  readonly immutable?: boolean
}

/** `code` is SQLite's own name for what happened, such as SQLITE_FULL, or NOT_LOADED where there is no SQLite. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly code: string
  /** What the system said, where that was it. */
  readonly system: string | undefined
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.system = systemCode(options?.cause)
  }
}

/** SQLite as the drivers of store and index use it: the same version on every Node (bench/notes/one-sqlite-for-every-node.md). */
export class Database {
  /** Whether the file is as it was when it was opened; always, where locks see to it. */
  readonly isAsOpened: () => boolean
  readonly #native: DatabaseSyncInstance
  #depth = 0

  constructor(path: string, { readonly = false, timeout = 5000, immutable = false }: OpenOptions = {}) {
    const place = immutable ? `${pathToFileURL(path).href}?immutable=1` : path
    const options = { readOnly: readonly, timeout, allowUnknownNamedParameters: true }
    const { DatabaseSync } = loaded()
    this.isAsOpened = immutable ? watchFrozen(path) : () => true
    this.#native = translated(() => new DatabaseSync(place, options))
  }

  prepare<Row = unknown>(sql: string): Statement<Row> {
    return new NativeStatement(translated(() => this.#native.prepare(sql))) as unknown as Statement<Row>
  }

  exec(sql: string): void {
    translated(() => this.#native.exec(sql))
  }

  /** Writes the log into the file and empties it; false where somebody still reads from it after a moment. */
  emptyLog(): boolean {
    const waited = this.pragma('busy_timeout', { simple: true })
    this.pragma('busy_timeout = 200')
    try {
      return this.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
    } finally {
      this.pragma(`busy_timeout = ${waited}`)
    }
  }

  /** All rows that the pragma answers with; with `simple`, the first value of the first row. */
  pragma(source: string, { simple = false }: { readonly simple?: boolean } = {}): unknown {
    const rows = this.prepare<object>(`PRAGMA ${source}`).all()
    return simple ? Object.values(rows[0] ?? {})[0] : rows
  }

  /** The function as a transaction: undone when it throws; inside another transaction a part of that one. */
  transaction<Args extends unknown[], T>(work: (...args: Args) => T): Transaction<Args, T> {
    const as =
      (begin: string) =>
      (...args: Args) =>
        this.#within(begin, () => work(...args))
    return Object.assign(as('BEGIN'), { deferred: as('BEGIN'), immediate: as('BEGIN IMMEDIATE') })
  }

  /** What is read from here on is one state of the file, whatever others write; the function it returns ends that. */
  holdState(): () => void {
    this.exec('BEGIN')
    this.#depth++
    const release = () => {
      this.#depth--
      this.#undo('ROLLBACK')
    }
    try {
      this.prepare('SELECT 1 FROM sqlite_schema').get()
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  #within<T>(begin: string, work: () => T): T {
    const inner = this.#depth > 0
    this.exec(inner ? `SAVEPOINT inner${this.#depth}` : begin)
    this.#depth++
    try {
      const result = work()
      this.exec(inner ? `RELEASE inner${this.#depth - 1}` : 'COMMIT')
      return result
    } catch (error) {
      this.#undo(inner ? `ROLLBACK TO inner${this.#depth - 1}; RELEASE inner${this.#depth - 1}` : 'ROLLBACK')
      throw error
    } finally {
      this.#depth--
    }
  }

  /** SQLite has undone the transaction by itself where the disk was full or broken; then there is nothing to undo. */
  #undo(sql: string): void {
    try {
      this.#native.exec(sql)
    } catch {}
  }

  close(): void {
    if (this.#native.isOpen) translated(() => this.#native.close())
  }
}

class NativeStatement implements Statement<object> {
  readonly #native: StatementSyncInstance

  constructor(native: StatementSyncInstance) {
    this.#native = native
  }

  columns(): readonly { readonly name: string }[] {
    return this.#native.columns()
  }

  raw(): Statement<object> {
    this.#native.setReturnArrays(true)
    return this
  }

  get(...params: unknown[]): object | undefined {
    const row = translated(() => this.#native.get(...bound(params)))
    return row && given(row)
  }

  all(...params: unknown[]): object[] {
    return translated(() => this.#native.all(...bound(params))).map(given)
  }

  *iterate(...params: unknown[]): IterableIterator<object> {
    const rows = translated(() => this.#native.iterate(...bound(params)))
    for (;;) {
      const next = translated(() => rows.next())
      if (next.done) return
      yield given(next.value)
    }
  }

  run(...params: unknown[]) {
    return translated(() => this.#native.run(...bound(params)))
  }
}

function bound(params: unknown[]): unknown[] {
  return Array.isArray(params[0]) ? params[0] : params
}

/** The row as it was asked for, its bytes as Buffers. */
function given(row: unknown[] | Record<string, unknown>): object {
  if (Array.isArray(row)) return row.map(asBuffer)
  for (const name in row) row[name] = asBuffer(row[name])
  return row
}

function asBuffer(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

let sqlite: ReturnType<typeof loadSqlite> | undefined
function loaded(): ReturnType<typeof loadSqlite> {
  try {
    sqlite ??= loadSqlite()
    return sqlite
  } catch (error) {
    throw new SqliteError((error as Error).message, 'NOT_LOADED', { cause: error })
  }
}

function translated<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = sqliteCode(error)
    throw code === undefined ? error : new SqliteError((error as Error).message, code, { cause: error })
  }
}

/**
 * Says whether a file is as it was, which is read without locks: what was read of it before and after it changed does not
 * belong together. What others append to its log changes nothing of it.
 */
function watchFrozen(path: string): () => boolean {
  const before = markOf(path)
  return () => markOf(path) === before
}

function markOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return `${found?.ino} ${found?.size} ${found?.mtimeNs}`
}
