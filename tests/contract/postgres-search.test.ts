import postgres from 'postgres'
import { describe } from 'vitest'
import { openPostgresSearch } from '../../src/search/drivers/postgres/open-postgres-search.ts'
import { postgresForTests } from '../servers/postgres.ts'
import { describeSearch } from './search.ts'

const server = await postgresForTests()
let benches = 0

describe.skipIf(!server)('a shared index', () => {
  describeSearch('postgres', async () => {
    const schema = `search_${benches++}`
    const url = `${server!.url}?schema=${schema}`
    return {
      connect: () => openPostgresSearch({ url }),
      dispose: async () => {
        const sql = postgres(server!.url, { max: 1, onnotice: () => undefined })
        await sql`DROP SCHEMA IF EXISTS ${sql(schema)} CASCADE`
        await sql.end()
      },
    }
  })
})
