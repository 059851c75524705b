import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AT, lines, recorder, sessionId } from '../../../tests/contract/builders.ts'
import { storeFolder } from '../../../tests/contract/store-folder.ts'
import { Database } from '../../system/sqlite/database.ts'
import type { Store } from '../store.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const a = sessionId('session-a')

describe('collecting', () => {
  const home = storeFolder()
  const filled = async () => {
    const store = openSqliteStore(home)
    const record = recorder(store, a)
    for (let i = 0; i < 60; i++) await record.add({ text: lines(40_000, i) })
    return store
  }
  const sweep = (store: Store) => store.collect({ now: AT, dryRun: false })
  const everything = { everything: true, limit: Number.MAX_SAFE_INTEGER }

  it('makes the file smaller', async () => {
    const store = await filled()
    await sweep(store) // empties the log
    const before = await store.sizes()
    await store.seal(a, everything)
    await sweep(store)
    const after = await store.sizes()
    expect(after.databaseBytes).toBeLessThan(before.databaseBytes)
    expect(after.databaseBytes - after.storedBytes).toBeLessThan(1 << 20)
    expect(statSync(`${home.file}-wal`).size).toBe(0)
    expect(await store.listFaults()).toEqual([])
    await store.close()
  })

  it('finds sealed frames of up to 4 MB, and none that no artifact needs', async () => {
    const store = openSqliteStore(home)
    const record = recorder(store, a)
    for (let i = 0; i < 150; i++) await record.add({ text: lines(60_000 + i, i) })
    await store.seal(a, everything)
    await store.close()
    const database = new Database(home.file)
    const sizes = database
      .prepare<{ raw_size: number }>('SELECT raw_size FROM frames ORDER BY frame')
      .all()
      .map((row) => row.raw_size)
    database.close()
    expect(sizes).toHaveLength(3)
    expect(sizes.slice(0, 2).every((size) => size <= 4e6 && size > 4e6 - 61_000)).toBe(true)
  })

  it('does not wait for whoever reads', async () => {
    const store = await filled()
    await store.seal(a, everything)
    const reader = new Database(home.file)
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM frames').get()
    const started = Date.now()
    await sweep(store)
    expect(Date.now() - started).toBeLessThan(5000)
    reader.exec('COMMIT')
    reader.close()
    expect(await store.listFaults()).toEqual([])
    await store.close()
  })

  it('leaves a store that was made without as it is, and it goes on', async () => {
    await openSqliteStore(home).close()
    const old = new Database(home.file)
    old.pragma('journal_mode = DELETE')
    old.pragma('auto_vacuum = NONE')
    old.exec('VACUUM')
    expect(old.pragma('auto_vacuum', { simple: true })).toBe(0)
    old.close()
    const store = await filled()
    await store.seal(a, everything)
    await sweep(store)
    expect(await store.listFaults()).toEqual([])
    await store.close()
  })
})
