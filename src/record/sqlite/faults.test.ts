import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AT, collect, draft, recorder, sessionId } from '../../../tests/contract/builders.ts'
import { storeFolder } from '../../../tests/contract/store-folder.ts'
import { artifactIdOf } from '../../model/id.ts'
import { Database } from '../../system/sqlite/database.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const a = sessionId('session-a')
const home = storeFolder()

it('lists broken pages instead of failing', async () => {
  const store = openSqliteStore(home)
  const record = recorder(store, a)
  for (let i = 0; i < 600; i++) await record.add({ text: `${i}`.repeat(500) })
  await store.close()
  const bytes = readFileSync(home.file)
  const first = lastRootOf(home.file) + 3 // those before hold the schema too
  for (let page = first; page * 4096 < bytes.length; page += 2) bytes.fill(0x5a, page * 4096, page * 4096 + 2000)
  writeFileSync(home.file, bytes)
  const broken = openSqliteStore(home)
  const faults = await broken.listFaults()
  expect(faults.length).toBeGreaterThan(0)
  await expect(collect(broken.listChain(a))).rejects.toMatchObject({ code: 'record-corrupt' })
  await broken.close()
})

it('says so when the file was cut short', async () => {
  const store = openSqliteStore(home)
  const record = recorder(store, a)
  for (let i = 0; i < 200; i++) await record.add({ text: `${i}`.repeat(500) })
  await store.close()
  truncateSync(home.file, 20 * 4096)
  const read = async () => {
    const broken = openSqliteStore(home)
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
    const store = openSqliteStore(home)
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
    const database = new Database(home.file)
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

function lastRootOf(path: string): number {
  const database = new Database(path, { readonly: true })
  try {
    return database.prepare<{ last: number }>('SELECT max(rootpage) AS last FROM sqlite_schema').get()!.last
  } finally {
    database.close()
  }
}
