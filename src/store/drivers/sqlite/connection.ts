import type { Database } from '../../../sqlite/database.ts'
import { fromColumns, toColumn, type Value } from './text.ts'
import { toFailure } from './to-failure.ts'

type Params = readonly Value[] | Readonly<Record<string, Value>>

/** `relaxed` may lose the last writes when the machine stops, never their order; `durable` is on disk when it returns. */
type Durability = 'relaxed' | 'durable'

/**
 * The database as the rest of the driver sees it: statements prepared once, text exact, failures translated.
 * Everything is synchronous, so no transaction can cross an `await`.
 */
export interface Connection {
  readonly directory: string | undefined
  get<Row extends object>(sql: string, params?: Params): Row | undefined
  all<Row extends object>(sql: string, params?: Params): Row[]
  /** Returns the id of the row inserted last. */
  run(sql: string, params?: Params): number
  /** One row at a time. The connection can do nothing else meanwhile. */
  each<Row extends object>(sql: string): IterableIterator<Row>
  /** Runs `work`, which only reads, over one state of the database. */
  read<T>(work: () => T): T
  /** Runs `work` as one transaction. `passed(step)` reports `<verb>:<step>`. */
  write<T>(verb: string, durability: Durability, work: (passed: (step: string) => void) => T): T
  /** Runs a pragma to its end and returns the number it answers with; 0 for one that gives none. */
  pragma(source: string): number
  close(): void
}

interface ConnectOptions {
  readonly directory: string | undefined
  readonly onWrite: ((point: string) => void) | undefined
}

export function connect(database: Database.Database, { directory, onWrite }: ConnectOptions): Connection {
  const statements = new Map<string, Database.Statement<[unknown], object>>()
  let durability: Durability | undefined

  function prepared(sql: string): Database.Statement<[unknown], object> {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare<[unknown], object>(sql)
    statements.set(sql, statement)
    return statement
  }

  function translated<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw toFailure(error, { directory })
    }
  }

  function setDurability(wanted: Durability): void {
    if (wanted === durability) return
    database.pragma(`synchronous = ${wanted === 'durable' ? 'FULL' : 'NORMAL'}`)
    durability = wanted
  }

  return {
    directory,
    get: <Row extends object>(sql: string, params: Params = []) =>
      translated(() => {
        const row = prepared(sql).get(bound(params))
        return row && (fromColumns(row) as Row)
      }),
    all: <Row extends object>(sql: string, params: Params = []) =>
      translated(() =>
        prepared(sql)
          .all(bound(params))
          .map((row) => fromColumns(row) as Row),
      ),
    run: (sql, params = []) => translated(() => Number(prepared(sql).run(bound(params)).lastInsertRowid)),
    *each<Row extends object>(sql: string) {
      try {
        for (const row of prepared(sql).iterate([])) yield fromColumns(row) as Row
      } catch (error) {
        throw toFailure(error, { directory })
      }
    },
    read: (work) => translated(() => database.transaction(work).deferred()),
    write: (verb, wanted, work) =>
      translated(() => {
        setDurability(wanted)
        const passed = (step: string) => onWrite?.(`${verb}:${step}`)
        const transaction = database.transaction(() => {
          const result = work(passed)
          passed('before-commit')
          return result
        })
        const result = transaction.immediate()
        passed('after-commit')
        return result
      }),
    pragma: (source) =>
      translated(() => {
        const rows = database.pragma(source) as readonly object[] // asked for one row, `incremental_vacuum` would end at it
        return Number(Object.values(rows[0] ?? {})[0] ?? 0)
      }),
    close: () => void database.close(),
  }
}

function bound(params: Params): readonly Value[] | Record<string, Value> {
  if (isList(params)) return params.map(toColumn)
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toColumn(value)]))
}

function isList(params: Params): params is readonly Value[] {
  return Array.isArray(params)
}
