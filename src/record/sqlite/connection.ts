import { Failure } from '../../model/errors.ts'
import type { Database, Statement } from '../../system/sqlite/database.ts'
import { fromColumns, restoreText, toColumn, type Value } from './text.ts'
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
  /** Rows as lists of their columns: for a thousand of them, where making objects of any shape would take the time. */
  lists<Row extends readonly Value[]>(sql: string, params?: Params): Row[]
  /** Returns the id of the row inserted last. */
  run(sql: string, params?: Params): number
  /** One row at a time. The connection can do nothing else meanwhile. */
  each<Row extends object>(sql: string): IterableIterator<Row>
  /** Runs `work`, which only reads, over one state of the database. */
  read<T>(work: () => T): T
  /** What is read from here on is one state of the database, until the function it returns is called. */
  holdState(): () => void
  /** Runs `work` as one transaction. `passed(step)` reports `<verb>:<step>`. */
  write<T>(verb: string, durability: Durability, work: (passed: (step: string) => void) => T): T
  /** Writes the log into the file and empties it; false where somebody still reads from it after a moment. */
  emptyLog(): boolean
  /** Runs a pragma to its end and returns the number it answers with; 0 for one that gives none. */
  pragma(source: string): number
  close(): void
}

/** Gives rows as lists, which are made faster than objects are. */
interface Prepared {
  readonly statement: Statement<readonly unknown[]>
  readonly names: readonly string[]
}

interface ConnectOptions {
  readonly directory: string | undefined
  readonly onWrite?: ((point: string) => void) | undefined
  /** What every write fails with. */
  readonly refusal?: Failure | undefined
}

export function connect(database: Database, { directory, onWrite, refusal }: ConnectOptions): Connection {
  const statements = new Map<string, Prepared>()
  const transaction = database.transaction(<T>(work: () => T) => work())
  let durability: Durability | undefined

  function prepared(sql: string): Prepared {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare<readonly unknown[]>(sql)
    const names = statement.raw().columns()
    const made = { statement, names: names.map(({ name }) => name) }
    statements.set(sql, made)
    return made
  }

  function translated<T>(work: () => T): T {
    try {
      const result = work()
      if (!database.isAsOpened()) throw changedMeanwhile(directory)
      return result
    } catch (error) {
      throw database.isAsOpened() ? toFailure(error, { directory }) : changedMeanwhile(directory)
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
        const { statement, names } = prepared(sql)
        const values = statement.get(bound(params))
        return values && (fromColumns(names, values) as Row)
      }),
    all: <Row extends object>(sql: string, params: Params = []) =>
      translated(() => {
        const { statement, names } = prepared(sql)
        return statement.all(bound(params)).map((values) => fromColumns(names, values) as Row)
      }),
    lists: <Row extends readonly Value[]>(sql: string, params: Params = []) =>
      translated(() => {
        const { statement, names } = prepared(sql)
        const rows = statement.all(bound(params)) as unknown[] as Value[][]
        for (const values of rows) restoreText(names, values)
        return rows as unknown[] as Row[]
      }),
    run: (sql, params = []) => translated(() => Number(prepared(sql).statement.run(bound(params)).lastInsertRowid)),
    *each<Row extends object>(sql: string) {
      try {
        const { statement, names } = prepared(sql)
        for (const values of statement.iterate([])) yield fromColumns(names, values) as Row
        if (!database.isAsOpened()) throw changedMeanwhile(directory)
      } catch (error) {
        throw toFailure(error, { directory })
      }
    },
    holdState: () => translated(() => database.holdState()),
    read: (work) => translated(() => transaction.deferred(work) as ReturnType<typeof work>),
    write: (verb, wanted, work) =>
      translated(() => {
        if (refusal) throw refusal
        setDurability(wanted)
        const passed = (step: string) => onWrite?.(`${verb}:${step}`)
        const result = transaction.immediate(() => {
          const done = work(passed)
          passed('before-commit')
          return done
        }) as ReturnType<typeof work>
        passed('after-commit')
        return result
      }),
    emptyLog: () => translated(() => database.emptyLog()),
    pragma: (source) =>
      translated(() => {
        const rows = database.pragma(source) as readonly object[] // asked for one row, `incremental_vacuum` would end at it
        return Number(Object.values(rows[0] ?? {})[0] ?? 0)
      }),
    close: () => void database.close(),
  }
}

/** Who reads a file without locks cannot tell what belongs together. */
function changedMeanwhile(directory: string | undefined): Failure {
  return new Failure(
    'store-busy',
    `The store in ${directory ?? 'memory'} was written to while it could only be read.`,
    {
      hint: 'Run the same command again; restart `stet serve` and `stet mcp`.',
    },
  )
}

function bound(params: Params): readonly Value[] | Record<string, Value> {
  if (isList(params)) return params.map(toColumn)
  const columns: Record<string, Value> = {}
  for (const name in params) columns[name] = toColumn(params[name]!)
  return columns
}

function isList(params: Params): params is readonly Value[] {
  return Array.isArray(params)
}
