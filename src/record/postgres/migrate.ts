import { randomUUID } from 'node:crypto'
import { Failure } from '../../model/errors.ts'
import { PARSER_VERSION } from '../../model/parser-version.ts'
import type { Address } from '../../system/postgres/address.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import { MIGRATIONS, SCHEMA, SCHEMA_VERSION } from './schema.ts'

/** What makes tables takes this lock, so that of many that open a new store at once one makes them. */
const MAKING = 0x5374_6574

/** Makes the tables where there are none, and those of an older Stet newer. One of a newer Stet is refused and not changed. */
export async function migrate(connection: Connection, { schema, name }: Address): Promise<void> {
  const known = await connection.read((sql) => versionOf(sql, schema))
  if (known === SCHEMA_VERSION) return
  await connection.write(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(${MAKING}, hashtext(${schema}))`
    const version = await versionOf(sql, schema)
    if (version !== undefined && version > SCHEMA_VERSION) throw tooNew(name, version)
    if (version === undefined) {
      await sql`CREATE SCHEMA IF NOT EXISTS ${sql(schema)}`
      await sql.unsafe(SCHEMA)
      await sql`
        INSERT INTO meta (key, value)
        VALUES ('schema_version', ${String(SCHEMA_VERSION)}), ('parser_version', ${String(PARSER_VERSION)}),
               ('store_id', ${randomUUID()}), ('artifacts', '')`
      return
    }
    for (const step of MIGRATIONS.slice(version - 1)) await sql.unsafe(step)
    await sql`UPDATE meta SET value = ${String(SCHEMA_VERSION)} WHERE key = 'schema_version'`
  })
}

/** Undefined where the tables are still to be made. */
async function versionOf(sql: Sql, schema: string): Promise<number | undefined> {
  const [there] = await sql`SELECT 1 FROM pg_tables WHERE schemaname = ${schema} AND tablename = 'meta'`
  if (!there) return undefined
  const [row] = await sql<{ value: string }[]>`SELECT value FROM meta WHERE key = 'schema_version'`
  return Number(row?.value)
}

function tooNew(name: string, version: number): Failure {
  return new Failure('store-too-new', `The shared store at ${name} was written by a newer Stet.`, {
    facts: { schema_version: version, known: SCHEMA_VERSION },
    hint: 'Update Stet; nothing was changed.',
  })
}
