import postgres from 'postgres'
import type { Address } from './address.ts'
import { fromColumn, toColumn } from './text.ts'
import { gaveWay, toFailure } from './to-failure.ts'

/** Statements as tagged templates: what is put in is sent apart from the text, never as part of it. */
export type Sql = postgres.ISql<Record<never, never>>

/** A database of the server as drivers see it: text exact, numbers as numbers, failures translated. */
export interface Connection {
  /** Where it is, to be shown. */
  readonly name: string
  /** Runs statements that read; each sees the last finished write. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Runs `work` as one transaction; where the server chose it to give way to another, once more from its beginning. */
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A few: a capture writes with one, and reads with others. */
const MOST_AT_ONCE = 4
const TRIES = 5
const CONNECT_SECONDS = 10

const TEXT = { to: 25, from: [25], serialize: toColumn, parse: fromColumn }
const WHOLE = { to: 20, from: [20], serialize: String, parse: Number }

/** Nothing is asked of the server before the first statement. Tables without a schema's name are those of the address. */
export function connect(
  { url, schema, name }: Address,
  { lockSeconds, translate = toFailure }: { readonly lockSeconds: number; readonly translate?: typeof toFailure },
): Connection {
  const sql = postgres(url, {
    max: MOST_AT_ONCE,
    connect_timeout: CONNECT_SECONDS,
    onnotice: () => undefined,
    types: { text: TEXT, whole: WHOLE },
    connection: { search_path: schema, lock_timeout: lockSeconds * 1000, application_name: 'stet' },
  }) as unknown as postgres.Sql

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

  return {
    name,
    read: (work) => translated(() => work(sql)),
    write: (work) => translated(() => tried(async () => (await sql.begin(work)) as Awaited<ReturnType<typeof work>>)),
    close: () => sql.end({ timeout: 5 }),
  }
}
