import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../../model/errors.ts'
import { type Database, SqliteError, type Statement, type Transaction } from '../../../system/sqlite/database.ts'
import { openDatabase, removeDatabase } from './open-database.ts'
import { DATABASE_FILE } from './schema.ts'

type Value = string | number | Uint8Array | null
type Params = readonly Value[] | Readonly<Record<string, Value>>

/** The index's database: opened when it is first needed, made again when it is found to be damaged. */
export interface Connection {
  /** Runs `work` as one transaction. */
  write<T>(work: (sql: Statements) => T): T
  /** Runs `work` over one state of the index; an index that is not there has nothing, and is not made. */
  read<T>(nothing: T, work: (sql: Statements) => T): T
  /** What is read from here on is one state of the index, where there is one, until the function it returns is called. */
  holdState(): () => void
  /** Takes out what deleted rows left: FTS5 keeps their words until it merges, SQLite their bytes until it needs the space. */
  erase(): boolean
  close(): void
}

export interface Statements {
  get<Row extends object>(sql: string, params: Params): Row | undefined
  all<Row extends object>(sql: string, params: Params): readonly Row[]
  /** The rows as arrays of their columns; for many rows. */
  rows<Row extends readonly unknown[]>(sql: string, params: Params): readonly Row[]
  /** Returns the id of the row inserted last. */
  run(sql: string, params: Params): number
}

interface Open {
  readonly database: Database
  readonly statements: Statements
  /** Made once: making it takes as long as a statement. */
  readonly transaction: Transaction<[work: () => unknown], unknown>
}

/** `directory` is undefined for an index in memory. */
export function connect(directory: string | undefined): Connection {
  let current: Open | undefined

  function open(): Open {
    if (current) return current
    const database = openDatabase(directory)
    const transaction = database.transaction((work: () => unknown) => work())
    current = { database, statements: prepareOnce(database), transaction }
    return current
  }

  function close(): void {
    current?.database.close()
    current = undefined
  }

  /** An index that is damaged is nothing that is missed: it is thrown away, and the work done in an empty one. */
  function healed<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (directory === undefined || !isDamage(error)) throw error
      close()
      removeDatabase(directory)
      return work()
    }
  }

  function translated<T>(work: () => T): T {
    try {
      return healed(work)
    } catch (error) {
      throw unavailable(error, directory)
    }
  }

  const isThere = () => current !== undefined || directory === undefined || existsSync(join(directory, DATABASE_FILE))

  return {
    write: (work) =>
      translated(() => {
        const { statements, transaction } = open()
        return transaction.immediate(() => work(statements)) as ReturnType<typeof work>
      }),
    read(nothing, work) {
      if (!isThere()) return nothing
      return translated(() => {
        const { database, statements, transaction } = open()
        const found = transaction.deferred(() => work(statements)) as ReturnType<typeof work>
        if (!database.isAsOpened()) throw new SqliteError('it was written to meanwhile', 'SQLITE_BUSY')
        return found
      })
    },
    erase() {
      if (!isThere()) return true
      return translated(() => {
        const { database } = open()
        database.exec("INSERT INTO texts (texts) VALUES ('optimize'); VACUUM")
        return database.emptyLog()
      })
    },
    holdState: () => (isThere() ? translated(() => open().database.holdState()) : () => undefined),
    close,
  }
}

function prepareOnce(database: Database): Statements {
  const [known, raw] = [new Map<string, Statement<object>>(), new Map<string, Statement<object>>()]
  const once = (statements: Map<string, Statement<object>>, sql: string, make: () => Statement<object>) => {
    const statement = statements.get(sql) ?? make()
    statements.set(sql, statement)
    return statement
  }
  const prepared = (sql: string) => once(known, sql, () => database.prepare(sql))
  return {
    get: <Row extends object>(sql: string, params: Params) => prepared(sql).get(params) as Row | undefined,
    all: <Row extends object>(sql: string, params: Params) => prepared(sql).all(params) as Row[],
    rows: <Row extends readonly unknown[]>(sql: string, params: Params) =>
      once(raw, sql, () => database.prepare<object>(sql).raw()).all(params) as unknown as Row[],
    run: (sql, params) => Number(prepared(sql).run(params).lastInsertRowid),
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
}

/** Only what SQLite and the file system refuse; a mistake in the code stays one. */
function unavailable(error: unknown, directory: string | undefined): unknown {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (reason === undefined || error instanceof Failure) return error
  return new Failure('search-unavailable', `The search index in ${directory ?? 'memory'} cannot be used: ${reason}.`, {
    facts: { reason },
    hint: 'Try again. You can delete the index: it is made again from the record.',
    cause: error,
  })
}
