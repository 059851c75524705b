import { Failure } from '../../../model/errors.ts'
import { parseAddress } from '../../../system/postgres/address.ts'
import { type Connection, connect, type Sql } from '../../../system/postgres/connect.ts'
import { indexTooNew } from '../index-too-new.ts'
import { DROP, SCHEMA, SCHEMA_VERSION } from './schema.ts'

/** Who writes to the index waits for the others: what is shared between rounds is looked for first. */
const WRITING = 0x5374_6503
const LOCK_SECONDS = 60

/** The index's tables, made when they are first needed, and again where they are of an older version. */
export function connectSearch(url: string): Connection {
  const address = parseAddress(url)
  const connection = connect(address, { lockSeconds: LOCK_SECONDS, translate: unavailable })
  let made: Promise<void> | undefined

  async function ready(): Promise<void> {
    made ??= makeTables(connection, address.schema)
    await made.catch((error: unknown) => {
      made = undefined
      throw error
    })
  }

  return {
    ...connection,
    read: async (work) => {
      await ready()
      return connection.read(work)
    },
    snapshot: async (work) => {
      await ready()
      return connection.snapshot(work)
    },
    write: async (work) => {
      await ready()
      return connection.write(async (sql) => {
        await lock(sql)
        return work(sql)
      })
    },
  }
}

async function makeTables(connection: Connection, schema: string): Promise<void> {
  if (isCurrent(await connection.read((sql) => versionOf(sql, schema)))) return
  await connection.write(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(${WRITING}, hashtext(${schema}))`
    if (isCurrent(await versionOf(sql, schema))) return
    await sql`CREATE SCHEMA IF NOT EXISTS ${sql(schema)}`
    await sql.unsafe(DROP)
    await sql.unsafe(SCHEMA)
  })
}

function isCurrent(version: number | undefined): boolean {
  if (version !== undefined && version > SCHEMA_VERSION) throw indexTooNew(version, SCHEMA_VERSION)
  return version === SCHEMA_VERSION
}

async function lock(sql: Sql): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${WRITING}, hashtext(current_schema()))`
}

async function versionOf(sql: Sql, schema: string): Promise<number | undefined> {
  const [there] = await sql`SELECT 1 FROM pg_tables WHERE schemaname = ${schema} AND tablename = 'search_meta'`
  if (!there) return undefined
  const [row] = await sql<{ version: number }[]>`SELECT version FROM search_meta`
  return row?.version
}

/** Only what the server and the network refuse; a mistake in the code stays one. */
function unavailable(error: unknown, name: string): unknown {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (reason === undefined || error instanceof Failure) return error
  return new Failure('search-unavailable', `The search index at ${name} cannot be used: ${reason}.`, {
    facts: { reason },
    hint: 'Try again. You can drop the index: it is made again from the record.',
    cause: error,
  })
}
