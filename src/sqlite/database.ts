import { betterSqlite } from './better-sqlite.ts'
import { nodeSqlite } from './node-sqlite.ts'

/**
 * SQLite as the drivers of store and index use it; nothing outside this folder knows which one it is. Node's own where
 * Node has it (22.13 and newer: nothing to compile, nothing to download), else the package better-sqlite3.
 */
export interface Database {
  prepare<Row = unknown>(sql: string): Statement<Row>
  exec(sql: string): void
  /** All rows that the pragma answers with; with `simple`, the first value of the first row. */
  pragma(source: string, options?: { readonly simple?: boolean }): unknown
  /** The function as a transaction: undone when it throws; inside another transaction a part of that one. */
  transaction<Args extends unknown[], T>(work: (...args: Args) => T): Transaction<Args, T>
  close(): void
}

/** Parameters are values in order, one list of them, or an object by name. */
export interface Statement<Row = unknown> {
  /** True for a statement that gives rows. */
  readonly reader: boolean
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

export interface OpenOptions {
  readonly readonly?: boolean
  /** How long a statement waits for another process, in milliseconds; 5000 unless given. */
  readonly timeout?: number
  /** Nobody writes to the file, and no lock is asked for: for a folder where SQLite may not put its lock files. */
  readonly immutable?: boolean
}

export interface Sqlite {
  readonly Database: { new (path: string, options?: OpenOptions): Database; readonly prototype: Database }
  /** `code` is SQLite's own name for what happened, such as SQLITE_FULL. */
  readonly SqliteError: new (
    message: string,
    code: string,
  ) => Error & { readonly code: string }
}

export const { Database, SqliteError }: Sqlite = nodeSqlite() ?? betterSqlite()
