import { pathToFileURL } from 'node:url'
import type { Database, OpenOptions, Sqlite, Statement, Transaction } from './database.ts'
import { sqliteCode } from './sqlite-code.ts'

/** What is used of `node:sqlite`; the types of the oldest Node supported do not have it. */
interface NativeStatement {
  get(...params: unknown[]): object | undefined
  all(...params: unknown[]): object[]
  iterate(...params: unknown[]): IterableIterator<object>
  run(...params: unknown[]): { changes: number; lastInsertRowid: number }
  columns(): { name: string }[]
  setReturnArrays(enabled: boolean): void
  setAllowUnknownNamedParameters(enabled: boolean): void
}
interface NativeDatabase {
  prepare(sql: string): NativeStatement
  exec(sql: string): void
  close(): void
}
interface NodeModule {
  readonly DatabaseSync: new (path: string, options: { readOnly: boolean }) => NativeDatabase
  readonly StatementSync: { readonly prototype: Partial<NativeStatement> }
}

class SqliteError extends Error {
  override readonly name = 'SqliteError'
  readonly code: string
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * Node's own SQLite in the form of this folder, or undefined where there is none that serves: from 22.13 on there is
 * one without FTS5, which the search index needs; it came in 22.16 together with rows as lists.
 */
export function nodeSqlite(): Sqlite | undefined {
  const module = quietly(() => process.getBuiltinModule?.('node:sqlite') as NodeModule | undefined)
  if (!module?.StatementSync.prototype.setReturnArrays) return undefined
  return { Database: databaseOf(module), SqliteError }
}

/** Node 22 warns that its SQLite is an experiment; the contract suite runs on it, and the user can do nothing. */
function quietly<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

function databaseOf({ DatabaseSync }: NodeModule): Sqlite['Database'] {
  return class implements Database {
    readonly #native: NativeDatabase
    #depth = 0
    #open = true

    constructor(path: string, { readonly = false, timeout = 5000, immutable = false }: OpenOptions = {}) {
      const place = immutable ? `${pathToFileURL(path).href}?immutable=1` : path
      this.#native = translated(() => new DatabaseSync(place, { readOnly: readonly }))
      this.pragma(`busy_timeout = ${timeout}`)
    }

    prepare<Row>(sql: string): Statement<Row> {
      return new NodeStatement(translated(() => this.#native.prepare(sql))) as unknown as Statement<Row>
    }

    exec(sql: string): void {
      translated(() => this.#native.exec(sql))
    }

    pragma(source: string, { simple = false }: { readonly simple?: boolean } = {}): unknown {
      const rows = this.prepare<object>(`PRAGMA ${source}`).all()
      return simple ? Object.values(rows[0] ?? {})[0] : rows
    }

    transaction<Args extends unknown[], T>(work: (...args: Args) => T): Transaction<Args, T> {
      const as =
        (begin: string) =>
        (...args: Args) =>
          this.#within(begin, () => work(...args))
      return Object.assign(as('BEGIN'), { deferred: as('BEGIN'), immediate: as('BEGIN IMMEDIATE') })
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
      if (!this.#open) return
      this.#open = false
      translated(() => this.#native.close())
    }
  }
}

class NodeStatement implements Statement<object> {
  readonly reader = true
  readonly #native: NativeStatement

  constructor(native: NativeStatement) {
    this.#native = native
    native.setAllowUnknownNamedParameters(true)
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
    return translated(() => this.#native.all(...bound(params))).map((row) => given(row))
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

/** Node 22 takes a view of nothing for NULL; one of no bytes that lies somewhere is what was meant. */
const NO_BYTES = new Uint8Array(new ArrayBuffer(8), 0, 0)

function bindable(value: unknown): unknown {
  return value instanceof Uint8Array && value.length === 0 ? NO_BYTES : value
}

function bound(params: unknown[]): unknown[] {
  const [first] = params
  if (Array.isArray(first)) return first.map(bindable)
  if (typeof first !== 'object' || first === null || ArrayBuffer.isView(first)) return params.map(bindable)
  return [Object.fromEntries(Object.entries(first).map(([name, value]) => [name, bindable(value)]))]
}

/** The row as it was asked for, its bytes as Buffers. */
function given(row: object): object {
  if (Array.isArray(row)) return row.map(asBuffer)
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asBuffer(value)]))
}

function asBuffer(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

function translated<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = sqliteCode(error)
    throw code === undefined ? error : new SqliteError((error as Error).message, code, { cause: error })
  }
}
