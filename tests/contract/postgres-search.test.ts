import postgres from 'postgres'
import { describe } from 'vitest'
import { openPostgresSearch } from '../../src/search/drivers/postgres/open-postgres-search.ts'
import { SCHEMA } from '../../src/search/drivers/postgres/schema.ts'
import { postgresForTests } from '../servers/postgres.ts'
import { describeSearch } from './search.ts'

const server = await postgresForTests()
const url = `${server?.url}?schema=shared_index`
const TABLES = [...SCHEMA.matchAll(/CREATE TABLE (\w+)/g)]
  .map(([, name]) => name!)
  .filter((name) => name !== 'search_meta')

describe.skipIf(!server)('a shared index', () => {
  describeSearch('postgres', async () => ({
    connect: () => openPostgresSearch({ url }),
    dispose: async () => {
      const sql = postgres(server!.url, {
        max: 1,
        onnotice: () => undefined,
        connection: { search_path: 'shared_index' },
      })
      await sql.unsafe(TABLES.map((table) => `DELETE FROM ${table};`).join(' '))
      await sql.end()
    },
  }))
})
