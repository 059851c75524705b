import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  AT,
  collect,
  derived,
  entry,
  link,
  recorder,
  round,
  roundId,
  sessionId,
} from '../../../tests/contract/builders.ts'
import { storeFolder } from '../../../tests/contract/store-folder.ts'
import { PARSER_VERSION } from '../../model/parser-version.ts'
import { Database } from '../../system/sqlite/database.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const a = sessionId('session-a')

describe('sqlite store', () => {
  const home = storeFolder()

  it('is private, whatever the umask', async () => {
    const umask = process.umask(0o000)
    try {
      const store = openSqliteStore(home)
      await recorder(store, a).add({ text: 'x' })
      expect(statSync(home.directory).mode & 0o777).toBe(0o700)
      expect(readdirSync(home.directory).sort()).toEqual(['sessions.db', 'sessions.db-shm', 'sessions.db-wal'])
      for (const name of readdirSync(home.directory))
        expect([name, statSync(join(home.directory, name)).mode & 0o777]).toEqual([name, 0o600])
      await store.close()
    } finally {
      process.umask(umask)
    }
  })

  it('writes a backup into a file that was private when it was empty', async () => {
    const umask = process.umask(0)
    const store = openSqliteStore(home)
    try {
      await recorder(store, a).add({ text: 'x' })
      await store.backup(join(home.directory, 'copy.db'))
      expect(statSync(join(home.directory, 'copy.db')).mode & 0o777).toBe(0o600)
    } finally {
      process.umask(umask)
      await store.close()
    }
  })

  it('keeps its versions and the time it was made', async () => {
    await openSqliteStore({ ...home, clock: () => new Date(AT) }).close()
    const database = new Database(home.file)
    expect(database.prepare('SELECT * FROM meta ORDER BY key').all()).toEqual([
      { key: 'created_at', value: AT },
      { key: 'encoding_version', value: '2' },
      { key: 'parser_version', value: String(PARSER_VERSION) },
      { key: 'schema_version', value: '3' },
    ])
    expect(database.pragma('page_size', { simple: true })).toBe(4096)
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
    database.close()
  })

  it('works in memory', async () => {
    const store = openSqliteStore({ directory: ':memory:' })
    await recorder(store, a).add({ text: 'x' })
    expect(await store.sizes()).toMatchObject({ artifacts: 1, sessions: 1 })
    expect((await store.sizes()).databaseBytes).toBeGreaterThan(8192)
    await store.close()
    expect(existsSync(':memory:')).toBe(false)
  })

  it.each(['schema_version', 'encoding_version'])('refuses a newer %s and changes no byte', async (key) => {
    await openSqliteStore(home).close()
    const database = new Database(home.file)
    database.prepare("UPDATE meta SET value = '9' WHERE key = ?").run(key)
    database.close()
    const before = readFileSync(home.file)
    expect(() => openSqliteStore(home)).toThrow(
      expect.objectContaining({ code: 'store-too-new', facts: expect.objectContaining({ [key]: 9 }) }),
    )
    expect(readFileSync(home.file).equals(before)).toBe(true)
    expect(readdirSync(home.directory)).toEqual(['sessions.db'])
  })

  it('refuses the database of another program and changes no byte', () => {
    mkdirSync(home.directory)
    const database = new Database(home.file)
    database.exec('CREATE TABLE theirs (x)')
    database.close()
    const before = readFileSync(home.file)
    expect(() => openSqliteStore(home)).toThrow(expect.objectContaining({ code: 'store-unreadable' }))
    expect(readFileSync(home.file).equals(before)).toBe(true)
  })

  it('refuses a file that is no database', () => {
    mkdirSync(home.directory)
    writeFileSync(home.file, 'not a database at all, but long enough to be looked at\n'.repeat(300))
    expect(() => openSqliteStore(home)).toThrow(expect.objectContaining({ code: 'store-unreadable' }))
  })

  it('refuses a folder that is a file', () => {
    writeFileSync(home.directory, '')
    expect(() => openSqliteStore(home)).toThrow(expect.objectContaining({ code: 'store-unreadable' }))
    expect(() => openSqliteStore({ directory: join(home.directory, 'below') })).toThrow(
      expect.objectContaining({ code: 'store-unreadable' }),
    )
  })

  it('takes an empty file for a store not made yet', async () => {
    mkdirSync(home.directory)
    writeFileSync(home.file, '')
    const store = openSqliteStore(home)
    await recorder(store, a).add({ text: 'x' })
    await store.close()
  })

  describe('read-only', () => {
    it('makes nothing', () => {
      expect(() => openSqliteStore({ ...home, readOnly: true })).toThrow(
        expect.objectContaining({ code: 'store-unreadable' }),
      )
      expect(existsSync(home.directory)).toBe(false)
    })

    it('reads and does not write', async () => {
      const store = openSqliteStore(home)
      const record = recorder(store, a)
      await record.add({ text: 'x' })
      const reader = openSqliteStore({ ...home, readOnly: true })
      expect(await reader.findSession(a)).toMatchObject({ head: record.head })
      await record.add({ text: 'y' })
      expect(await collect(reader.listChain(a))).toHaveLength(2)
      await expect(reader.append(entry(a, { from: record.head }))).rejects.toMatchObject({ code: 'store-read-only' })
      await expect(
        reader.journal([{ roundId: roundId('r'), engagement: 'x', previous: null, at: AT, by: 'me' }]),
      ).rejects.toMatchObject({
        code: 'store-read-only',
        hint: expect.any(String),
      })
      await reader.close()
      await store.close()
    })

    it('reads in a folder nobody may write to', async ({ skip }) => {
      if (process.getuid?.() === 0) skip('permissions do not bind root')
      const store = openSqliteStore(home)
      await recorder(store, a).add({ text: 'x' })
      await store.close()
      chmodSync(home.directory, 0o500)
      const reader = openSqliteStore({ ...home, readOnly: true })
      expect(await reader.findSession(a)).toBeDefined()
      await reader.close()
      expect(() => openSqliteStore(home)).toThrow(expect.objectContaining({ code: 'store-read-only' }))
      chmodSync(home.directory, 0o700)
    })
  })

  it.each([true, false])('keeps a log short that is synced: %s', async (synced) => {
    const store = openSqliteStore(home)
    const session = recorder(store, a)
    for (let nth = 0; nth < 40; nth++) {
      await session.add({ text: randomBytes(100_000).toString('latin1') })
      if (synced) await store.sync()
    }
    const { size } = statSync(`${home.file}-wal`)
    expect(synced ? size < 3 << 20 : size > 4 << 20).toBe(true)
    await store.close()
  })

  it('says that another process is writing', async () => {
    const store = openSqliteStore({ ...home, busyMs: 50 })
    const other = new Database(home.file)
    other.exec('BEGIN IMMEDIATE')
    await expect(recorder(store, a).add({})).rejects.toMatchObject({ code: 'store-busy' })
    other.exec('COMMIT')
    other.close()
    await recorder(store, a).add({})
    await store.close()
  })

  it('gives a session the parent that lineage names', async () => {
    const store = openSqliteStore(home)
    const [before, after] = [sessionId('linked-before'), sessionId('linked-after')]
    await store.link([link(before, 'p1'), link(before, 'p2')])
    for (const session of [before, after])
      await recorder(store, session).add({ derived: derived({ rounds: [round(1)] }) })
    await store.link([link(after, 'p3')])
    const database = new Database(home.file)
    expect(database.prepare('SELECT session_id, parent_session FROM sessions ORDER BY id').raw().all()).toEqual([
      [before, 'p1'],
      [after, 'p3'],
    ])
    database.close()
    await store.close()
  })
})
