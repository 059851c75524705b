import type { Address } from './address.ts'
import { keepLines } from './lines.ts'
import { type Line, openLine, type Sql } from './open-line.ts'
import { gaveWay, toFailure } from './to-failure.ts'

export type { Sql } from './open-line.ts'

/** A database of the server as drivers see it: text exact, numbers as numbers, failures translated. */
export interface Connection {
  /** Where it is, to be shown. */
  readonly name: string
  /** Runs statements that read; each sees the last finished write. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Runs `work` over a connection that only reads, and reads one state of the database, whatever others write. */
  snapshot<T>(work: (state: Connection) => Promise<T>): Promise<T>
  /** Runs `work` as one transaction; where the server chose it to give way to another, once more from its beginning. */
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A few: a capture writes with one, and reads with others. */
const MOST_AT_ONCE = 4
const TRIES = 5

/** Nothing is asked of the server before the first statement. Tables without a schema's name are those of the address. */
export function connect(
  { url, schema, name }: Address,
  { lockSeconds, translate = toFailure }: { readonly lockSeconds: number; readonly translate?: typeof toFailure },
): Connection {
  const settings = { search_path: schema, lock_timeout: lockSeconds * 1000, application_name: 'stet' }
  const lines = keepLines(() => openLine(url, settings), MOST_AT_ONCE)

  async function translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw translate(error, name)
    }
  }

  async function tried<T>(work: () => Promise<T>, left = TRIES): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (left === 1 || !gaveWay(error)) throw error
      return tried(work, left - 1)
    }
  }

  /** A line that nobody used for a while may be gone without a word: that costs nothing where nothing was done yet. */
  async function again<T>(work: (left: number) => Promise<T>, left = MOST_AT_ONCE): Promise<T> {
    try {
      return await work(left)
    } catch (error) {
      if (!(error instanceof Gone)) throw error
      return again(work, left - 1)
    }
  }

  function read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return again((left) =>
      lines.together(async (line, isFresh) => {
        try {
          return await work(line.sql)
        } catch (error) {
          throw line.isLost() && !isFresh && left > 0 ? new Gone() : error
        }
      }),
    )
  }

  function transaction<T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    return again((left) =>
      lines.alone(async (line, isFresh) => {
        try {
          await line.sql.unsafe(begin)
        } catch (error) {
          await line.end()
          throw !isFresh && left > 0 ? new Gone() : error
        }
        return transact(line, work)
      }),
    )
  }

  function stateOver(sql: Sql): Connection {
    const state: Connection = {
      name,
      read: (work) => translated(() => work(sql)),
      snapshot: (work) => work(state),
      write: (work) => translated(() => work(sql)), // which the server refuses
      close: async () => undefined,
    }
    return state
  }

  return {
    name,
    read: (work) => translated(() => read(work)),
    snapshot: (work) => translated(() => transaction(SNAPSHOT, (sql) => firstRead(sql, () => work(stateOver(sql))))),
    write: (work) => translated(() => tried(() => transaction('BEGIN', work))),
    close: () => lines.close(),
  }
}

/** The state is that of the first statement, not of BEGIN. */
async function firstRead<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql`SELECT 1`
  return work()
}

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Said of a line that was lost before anything was done with it. */
class Gone extends Error {}

/**
 * Runs what comes after BEGIN. Where it fails in any way the line ends, and with it the transaction: whatever `work` still
 * sends cannot come to another.
 */
async function transact<T>(line: Line, work: (sql: Sql) => Promise<T>): Promise<T> {
  try {
    const result = await work(line.sql)
    const { command } = await line.sql.unsafe('COMMIT')
    if (command !== 'COMMIT') throw new Error('a statement failed, and what it belongs to went on')
    return result
  } catch (error) {
    await line.end()
    throw error
  }
}
