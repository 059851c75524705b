import { createConnection, type Socket } from 'node:net'
import postgres from 'postgres'
import { fromColumn, toColumn } from './text.ts'

/** Statements as tagged templates: what is put in is sent apart from the text, never as part of it. */
export type Sql = postgres.ISql<Record<never, never>>

/** One connection to the server, for as long as that lasts. */
export interface Line {
  readonly sql: Sql
  /** Whether a statement of it can still be answered. */
  isLost(): boolean
  /** Ends it; a transaction that it has is undone by the server, whose locks are free afterwards. */
  end(): Promise<void>
}

const CONNECT_SECONDS = 10
const END_SECONDS = 5

const TEXT = { to: 25, from: [25], serialize: toColumn, parse: fromColumn }
const WHOLE = { to: 20, from: [20], serialize: String, parse: Number }

/** What the package gives to a function that makes its sockets. */
interface Target {
  readonly host: readonly string[]
  readonly port: readonly number[]
  readonly path: string | false
}

/**
 * The package would connect again by itself and send what is left of a transaction to wherever that leads. Here it has
 * one socket and gets no second one: a statement comes to the connection that the line was opened with, or fails. It
 * does not ask for types either, since nobody would hear of it if that failed.
 */
export function openLine(url: string, settings: Readonly<Record<string, string | number>>): Line {
  let sockets = 0
  let lost = false
  const options = {
    max: 1,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => undefined,
    types: { text: TEXT, whole: WHOLE, ...ARRAYS },
    connection: settings,
    onclose: lose,
    socket: (target: Target) => {
      if (sockets++ === 0) return socketTo(target)
      lose()
      throw Object.assign(new Error('the connection was lost'), { code: 'CONNECTION_CLOSED' })
    },
  }
  const sql = postgres(url, options as unknown as postgres.Options<Record<never, never>>) as unknown as postgres.Sql

  /** What still waits for the connection is told that there is none. */
  function lose(): void {
    lost = true
    void sql.end({ timeout: 0 })
  }

  return {
    sql,
    isLost: () => lost,
    end: async () => {
      lost = true
      await sql.end({ timeout: END_SECONDS })
    },
  }
}

function socketTo({ host: [host], port: [port], path }: Target): Socket {
  return path ? createConnection(path) : Object.assign(createConnection(port!, host), { host, port })
}

/** Arrays as PostgreSQL reads them, so that it need not be asked for its types on every connection. */
const ARRAYS = {
  texts: { to: 1009, from: [], serialize: (values: readonly (string | null)[]) => arrayOf(values.map(quoted)), parse },
  integers: { to: 1007, from: [], serialize: numbers, parse },
  wholes: { to: 1016, from: [], serialize: numbers, parse },
}

function numbers(values: readonly (number | null)[]): string {
  return arrayOf(values.map((value) => (value === null ? 'NULL' : String(value))))
}

function quoted(text: string | null): string {
  return text === null ? 'NULL' : `"${toColumn(text).replace(/["\\]/g, '\\$&')}"`
}

function arrayOf(items: readonly string[]): string {
  return `{${items.join(',')}}`
}

function parse(): never {
  throw new Error('no column is an array')
}
