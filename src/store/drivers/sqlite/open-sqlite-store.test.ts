import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  AT,
  collect,
  derived,
  draft,
  entry,
  lines,
  link,
  recorder,
  round,
  roundId,
  sessionId,
} from '../../../../tests/contract/builders.ts'
import { artifactIdOf } from '../../../model/id.ts'
import { Database } from '../../../sqlite/database.ts'
import type { Store } from '../../store.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const a = sessionId('session-a')

describe('sqlite store', () => {
  let directory: string
  const file = () => join(directory, 'sessions.db')
  beforeEach(() => {
    directory = join(mkdtempSync(join(tmpdir(), 'stet-sqlite-')), 'home')
  })
  afterEach(() => rmSync(join(directory, '..'), { recursive: true, force: true }))

  it('is private, whatever the umask', async () => {
    const umask = process.umask(0o000)
    try {
      const store = openSqliteStore({ directory })
      await recorder(store, a).add({ text: 'x' })
      expect(statSync(directory).mode & 0o777).toBe(0o700)
      expect(readdirSync(directory).sort()).toEqual(['sessions.db', 'sessions.db-shm', 'sessions.db-wal'])
      for (const name of readdirSync(directory))
        expect([name, statSync(join(directory, name)).mode & 0o777]).toEqual([name, 0o600])
      await store.close()
    } finally {
      process.umask(umask)
    }
  })

  it('keeps its versions and the time it was made', async () => {
    await openSqliteStore({ directory, clock: () => new Date(AT) }).close()
    const database = new Database(file())
    expect(database.prepare('SELECT * FROM meta ORDER BY key').all()).toEqual([
      { key: 'created_at', value: AT },
      { key: 'encoding_version', value: '2' },
      { key: 'schema_version', value: '2' },
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
    await openSqliteStore({ directory }).close()
    const database = new Database(file())
    database.prepare("UPDATE meta SET value = '9' WHERE key = ?").run(key)
    database.close()
    const before = readFileSync(file())
    expect(() => openSqliteStore({ directory })).toThrow(
      expect.objectContaining({ code: 'store-too-new', facts: expect.objectContaining({ [key]: 9 }) }),
    )
    expect(readFileSync(file()).equals(before)).toBe(true)
    expect(readdirSync(directory)).toEqual(['sessions.db'])
  })

  it('refuses the database of another program and changes no byte', () => {
    mkdirSync(directory)
    const database = new Database(file())
    database.exec('CREATE TABLE theirs (x)')
    database.close()
    const before = readFileSync(file())
    expect(() => openSqliteStore({ directory })).toThrow(expect.objectContaining({ code: 'store-unreadable' }))
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  it('refuses a file that is no database', () => {
    mkdirSync(directory)
    writeFileSync(file(), 'not a database at all, but long enough to be looked at\n'.repeat(300))
    expect(() => openSqliteStore({ directory })).toThrow(expect.objectContaining({ code: 'store-unreadable' }))
  })

  it('refuses a folder that is a file', () => {
    writeFileSync(directory, '')
    expect(() => openSqliteStore({ directory })).toThrow(expect.objectContaining({ code: 'store-unreadable' }))
    expect(() => openSqliteStore({ directory: join(directory, 'below') })).toThrow(
      expect.objectContaining({ code: 'store-unreadable' }),
    )
  })

  it('takes an empty file for a store not made yet', async () => {
    mkdirSync(directory)
    writeFileSync(file(), '')
    const store = openSqliteStore({ directory })
    await recorder(store, a).add({ text: 'x' })
    await store.close()
  })

  describe('read-only', () => {
    it('makes nothing', () => {
      expect(() => openSqliteStore({ directory, readOnly: true })).toThrow(
        expect.objectContaining({ code: 'store-unreadable' }),
      )
      expect(existsSync(directory)).toBe(false)
    })

    it('reads and does not write', async () => {
      const store = openSqliteStore({ directory })
      const record = recorder(store, a)
      await record.add({ text: 'x' })
      const reader = openSqliteStore({ directory, readOnly: true })
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
      const store = openSqliteStore({ directory })
      await recorder(store, a).add({ text: 'x' })
      await store.close()
      chmodSync(directory, 0o500)
      const reader = openSqliteStore({ directory, readOnly: true })
      expect(await reader.findSession(a)).toBeDefined()
      await reader.close()
      expect(() => openSqliteStore({ directory })).toThrow(expect.objectContaining({ code: 'store-read-only' }))
      chmodSync(directory, 0o700)
    })
  })

  it.each([true, false])('keeps a log short that is synced: %s', async (synced) => {
    const store = openSqliteStore({ directory })
    const session = recorder(store, a)
    for (let nth = 0; nth < 40; nth++) {
      await session.add({ text: randomBytes(100_000).toString('latin1') })
      if (synced) await store.sync()
    }
    const { size } = statSync(`${file()}-wal`)
    expect(synced ? size < 3 << 20 : size > 4 << 20).toBe(true)
    await store.close()
  })

  it('says that another process is writing', async () => {
    const store = openSqliteStore({ directory, busyMs: 50 })
    const other = new Database(file())
    other.exec('BEGIN IMMEDIATE')
    await expect(recorder(store, a).add({})).rejects.toMatchObject({ code: 'store-busy' })
    other.exec('COMMIT')
    other.close()
    await recorder(store, a).add({})
    await store.close()
  })

  it('lists broken pages instead of failing', async () => {
    const store = openSqliteStore({ directory })
    const record = recorder(store, a)
    for (let i = 0; i < 600; i++) await record.add({ text: `${i}`.repeat(500) })
    await store.close()
    const bytes = readFileSync(file())
    const first = lastRootOf(file()) + 3 // those before hold the schema too
    for (let page = first; page * 4096 < bytes.length; page += 2) bytes.fill(0x5a, page * 4096, page * 4096 + 2000)
    writeFileSync(file(), bytes)
    const broken = openSqliteStore({ directory })
    const faults = await broken.listFaults()
    expect(faults.length).toBeGreaterThan(0)
    await expect(collect(broken.listChain(a))).rejects.toMatchObject({ code: 'record-corrupt' })
    await broken.close()
  })

  it('says so when the file was cut short', async () => {
    const store = openSqliteStore({ directory })
    const record = recorder(store, a)
    for (let i = 0; i < 200; i++) await record.add({ text: `${i}`.repeat(500) })
    await store.close()
    truncateSync(file(), 20 * 4096)
    const read = async () => {
      const broken = openSqliteStore({ directory })
      try {
        expect(await broken.listFaults()).not.toEqual([])
        await collect(broken.listChain(a))
      } finally {
        await broken.close()
      }
    }
    await expect(read()).rejects.toMatchObject({ code: expect.stringMatching(/^(record-corrupt|store-unreadable)$/) })
  })

  describe('finds what leads to nothing', () => {
    const dangle = async (sql: string) => {
      const store = openSqliteStore({ directory })
      const record = recorder(store, a)
      await record.add({ text: 'one\n' })
      await record.add({ text: 'two\n' })
      await store.putSideFile({ session: a, path: 'f', content: Buffer.from('beside'), at: AT })
      const bytes = Buffer.from('by hand')
      const id = await store.putCommit({ bytes, draft: draft(a, { artifact: artifactIdOf(bytes), end: bytes.length }) })
      await store.setRetention(id, { policy: 'pin', until: null })
      const manifest = { artifact: artifactIdOf(Buffer.from('one')), size: 3, detail: {}, key: 'k', own: [] }
      const whole = artifactIdOf(Buffer.from('one\n'))
      await store.putManifest({ ...manifest, stretches: [{ artifact: whole, start: 0, end: 3 }] })
      expect(await store.listFaults()).toEqual([])
      const database = new Database(file())
      database.pragma('foreign_keys = OFF')
      database.exec(sql)
      database.close()
      const faults = await store.listFaults()
      await store.close()
      return faults.map(({ where, what }) => `${where}: ${what}`)
    }
    const without = (text: string) => {
      const id = artifactIdOf(Buffer.from(text))
      return `DELETE FROM pieces WHERE artifact = (SELECT artifact FROM artifacts WHERE artifact_id = '${id}');
              DELETE FROM artifacts WHERE artifact_id = '${id}';`
    }

    it('a commit without its artifact', async () => {
      expect(await dangle(without('two\n'))).toEqual([
        expect.stringMatching(/^commit ctx-\w+: its artifact art-\w{64} is missing$/),
      ])
    })

    it('a commit without its parent', async () => {
      expect(
        await dangle('DELETE FROM commits WHERE parent IS NULL AND commit_id IN (SELECT commit_id FROM chain)'),
      ).toEqual([expect.stringMatching(/^commit ctx-\w+: its parent ctx-\w+ is missing$/)])
    })

    it('a side file without its artifact', async () => {
      expect(await dangle(without('beside'))).toEqual([
        expect.stringMatching(/^side file 1 of session session-a: its artifact art-\w{64} is missing$/),
      ])
    })

    it('a retention without its commit', async () => {
      expect(await dangle('DELETE FROM commits WHERE commit_id IN (SELECT commit_id FROM retention)')).toEqual([
        expect.stringMatching(/^retention of ctx-\w+: its commit is missing$/),
      ])
    })

    it('but not a manifest, which is made again', async () => {
      expect(await dangle(without('one'))).toEqual([])
    })
  })

  describe('collecting', () => {
    const filled = async () => {
      const store = openSqliteStore({ directory })
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
      expect(statSync(`${file()}-wal`).size).toBe(0)
      expect(await store.listFaults()).toEqual([])
      await store.close()
    })

    it('finds sealed frames of up to 4 MB, and none that no artifact needs', async () => {
      const store = openSqliteStore({ directory })
      const record = recorder(store, a)
      for (let i = 0; i < 150; i++) await record.add({ text: lines(60_000 + i, i) })
      await store.seal(a, everything)
      await store.close()
      const database = new Database(file())
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
      const reader = new Database(file())
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
      await openSqliteStore({ directory }).close()
      const old = new Database(file())
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

  it('gives a session the parent that lineage names', async () => {
    const store = openSqliteStore({ directory })
    const [before, after] = [sessionId('linked-before'), sessionId('linked-after')]
    await store.link([link(before, 'p1'), link(before, 'p2')])
    for (const session of [before, after])
      await recorder(store, session).add({ derived: derived({ rounds: [round(1)] }) })
    await store.link([link(after, 'p3')])
    const database = new Database(file())
    expect(database.prepare('SELECT session_id, parent_session FROM sessions ORDER BY id').raw().all()).toEqual([
      [before, 'p1'],
      [after, 'p3'],
    ])
    database.close()
    await store.close()
  })
})

function lastRootOf(path: string): number {
  const database = new Database(path, { readonly: true })
  try {
    return database.prepare<{ last: number }>('SELECT max(rootpage) AS last FROM sqlite_schema').get()!.last
  } finally {
    database.close()
  }
}
