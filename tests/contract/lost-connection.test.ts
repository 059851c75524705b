import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseAddress } from '../../src/system/postgres/address.ts'
import { type Connection, connect } from '../../src/system/postgres/connect.ts'
import { postgresForTests } from '../servers/postgres.ts'
import { draft, entry, recorder, sessionId } from './builders.ts'
import { openPostgresBench } from './postgres-bench.ts'

const server = await postgresForTests()
const LOST = { code: 'store-unreadable' }

describe.skipIf(!server)('a connection that is lost', () => {
  let beside: postgres.Sql
  let connection: Connection
  beforeEach(async () => {
    beside = postgres(server!.url, { max: 1, onnotice: () => undefined })
    await beside`DROP SCHEMA IF EXISTS lost CASCADE`
    await beside`CREATE SCHEMA lost`
    await beside`CREATE TABLE lost.said (what text)`
    connection = connect(parseAddress(`${server!.url}?schema=lost`), { lockSeconds: 5 })
  })
  afterEach(async () => {
    await connection.close()
    await beside.end()
  })

  /** Ends all connections but this one, as a server does that is started again. */
  const cut = () => beside`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'stet'`
  const said = async () => (await beside`SELECT what FROM lost.said ORDER BY what`).map(({ what }) => what)

  it('takes nothing of its transaction along to another', async () => {
    const lost = connection.write(async (sql) => {
      await sql`INSERT INTO said VALUES ('before')`
      await cut()
      await sleep(50)
      await Promise.all(Array.from({ length: 6 }, () => connection.read((other) => other`SELECT pg_sleep(0.05)`)))
      await sql`INSERT INTO said VALUES ('after')`
    })
    await expect(lost).rejects.toMatchObject(LOST)
    await sleep(500)
    expect(await said()).toEqual([])
  })

  it('undoes no transaction but its own', async () => {
    let isCut: () => void
    const others = new Promise<void>((done) => (isCut = done)).then(() =>
      Promise.all(
        ['a', 'b', 'c'].map((name) =>
          connection.write(async (sql) => {
            await sql`INSERT INTO said VALUES (${`${name}1`})`
            await sleep(200)
            await sql`INSERT INTO said VALUES (${`${name}2`})`
          }),
        ),
      ),
    )
    const lost = connection.write(async (sql) => {
      await sql`SELECT 1`
      await cut()
      await sleep(50)
      isCut()
      await sleep(100)
      throw new Error('refused elsewhere')
    })
    await expect(lost).rejects.toThrow('refused elsewhere')
    await others
    expect(await said()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2'])
  })

  it('commits nothing where a statement failed, though nobody minded', async () => {
    const careless = connection.write(async (sql) => {
      await sql`INSERT INTO said VALUES ('kept?')`
      await sql`SELECT 1 / 0`.catch(() => undefined)
    })
    await expect(careless).rejects.toThrow()
    expect(await said()).toEqual([])
  })

  it('holds no lock once its write has failed', async () => {
    for (let i = 0; i < 5; i++) {
      const failed = connection.write(async (sql) => {
        await sql`SELECT pg_advisory_xact_lock(77)`
        throw new Error('refused')
      })
      await expect(failed).rejects.toThrow('refused')
      expect(await beside`SELECT pg_try_advisory_xact_lock(77) AS free`).toMatchObject([{ free: true }])
    }
  })

  it('is told as what the server said where it cannot be opened', async () => {
    const nowhere = connect(parseAddress(server!.url.replace(/postgres$/, 'nowhere')), { lockSeconds: 5 })
    const asked = nowhere.read((sql) => Promise.all([sql`SELECT 1`, sql`SELECT 2`]))
    await expect(asked).rejects.toMatchObject({ ...LOST, facts: { reason: '3D000' } })
    await nowhere.close()
    const refused = connect(parseAddress('postgres://stet@127.0.0.1:1/postgres'), { lockSeconds: 5 })
    await expect(refused.read((sql) => Promise.all([sql`SELECT 1`, sql`SELECT 2`]))).rejects.toMatchObject(LOST)
    await expect(refused.write((sql) => sql`SELECT 1`)).rejects.toMatchObject(LOST)
    await refused.close()
    expect(() => parseAddress('postgres://stet@one,two/postgres')).toThrow('more than one server')
  })

  it('ends no process, busy or not, and the next question is answered', async () => {
    const read = () => connection.read((sql) => Promise.all([sql`SELECT 1`, sql`SELECT pg_sleep(0.01)`]))
    const write = () => connection.write((sql) => sql`INSERT INTO said VALUES ('x')`)
    for (let round = 0; round < 15; round++) {
      const busy = [read(), write(), read(), write(), write(), read()].map((each) => each.catch((error) => error.code))
      await sleep(round)
      await cut()
      for (const each of await Promise.all(busy)) if (typeof each === 'string') expect(each).toBe(LOST.code)
      await Promise.all([read(), write()])
      await cut()
      await sleep(20)
      await Promise.all([write(), read()])
    }
  })

  it('puts no link twice into a chain', async () => {
    const bench = await openPostgresBench(server!.url)
    const store = await bench.connect()
    const a = sessionId('a')
    await recorder(store, a).add({ text: 'one\n' })
    const twice = bench.query(
      'INSERT INTO chain (session_id, start, "end", commit_id, checksum) SELECT session_id, start, "end", commit_id, checksum FROM chain',
    )
    await expect(twice).rejects.toMatchObject({ code: '23505' })
    const { head: from, bytes: start } = (await store.findSession(a))!
    const bytes = Buffer.from('two\n')
    const append = () =>
      store.append(entry(a, { from, commits: [{ bytes, draft: draft(a, { start, end: start + bytes.length }) }] }))
    await append()
    await expect(append()).rejects.toMatchObject({ code: 'chain-moved' })
    await store.close()
    await bench.dispose()
  })
})
