import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Failure } from '../../src/model/errors.ts'
import { EXPORT_FORMATS, exportTo } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { tag } from '../../src/work/tag.ts'
import { type Disk, mountDisk } from './disk.ts'
import { bundleChild, runChild } from './processes.ts'
import {
  contentsOf,
  damageOf,
  inscribed,
  openRecord,
  rawOf,
  sessionIds,
  temporaryFolder,
  withRecord,
} from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const folder = temporaryFolder('full')
const [largeId, smallId] = [uuidOf('large'), uuidOf('small')]
const [large, small] = [join(folder, `${largeId}.jsonl`), join(folder, `${smallId}.jsonl`)]
const probe = mountDisk(join(folder, 'probe'), 1 << 20)
probe?.remove()

beforeAll(() => {
  if (!probe) console.log('no disk can be mounted here: only a database at its largest size is tested')
  writeFileSync(large, transcript({ sessionId: largeId, rounds: 60, roundBytes: 120_000 }).join(''))
  writeFileSync(small, transcript({ sessionId: smallId, rounds: 3 }).join(''))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(probe)('a full disk', () => {
  let disk: Disk
  let store: string
  beforeEach(() => {
    disk = mountDisk(join(folder, 'disk'), 48 << 20)!
    store = join(disk.path, 'store')
  })
  afterEach(() => disk.remove())

  it('stops an inscription, and the store is as it was; with space it goes on', async () => {
    const workspace = openRecord(store)
    await inscribed(workspace, small)
    const before = await contentsOf(workspace)
    disk.fill(200 << 10)
    expectFull(await failureOf(inscribe(workspace, [large])))
    expect(await contentsOf(workspace)).toEqual(before)
    expect(await damageOf(workspace)).toEqual([])

    disk.empty()
    await inscribed(workspace, large)
    expect((await rawOf(workspace, largeId)).equals(readFileSync(large))).toBe(true)
    expect(await damageOf(workspace)).toEqual([])
    await workspace.store.close()
  })

  it('stops it at any size, each time in a store opened anew', async () => {
    await withRecord(store, (workspace) => inscribed(workspace, small))
    let refused = 0
    for (const free of [0, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1536, 2048, 3072]) {
      disk.fill(free << 10)
      const failure = await failureOf(withRecord(store, (workspace) => inscribe(workspace, [large])))
      if (failure) expectFull(failure)
      if (failure) refused++
      disk.empty()
      await withRecord(store, async (workspace) => {
        expect({ free, damage: await damageOf(workspace) }).toEqual({ free, damage: [] })
        await expectPrefix(workspace)
      })
    }
    console.log(`a full disk refused ${refused} of 13 inscriptions`)
    expect(refused).toBeGreaterThan(5)
    await withRecord(store, async (workspace) => {
      await inscribed(workspace, large)
      expect((await rawOf(workspace, largeId)).equals(readFileSync(large))).toBe(true)
    })
  })

  it('has no room for a new store and says so; what is left of it is no hindrance', async () => {
    let refused = 0
    for (const free of [0, 4, 8, 16, 32, 64, 96, 128]) {
      rmSync(store, { recursive: true, force: true })
      disk.fill(free << 10)
      const failure = await failureOf(withRecord(store, (workspace) => inscribe(workspace, [small])))
      if (failure) expectFull(failure)
      if (failure) refused++
      disk.empty()
      await withRecord(store, async (workspace) => {
        await inscribed(workspace, small)
        expect({ free, damage: await damageOf(workspace) }).toEqual({ free, damage: [] })
      })
    }
    expect(refused).toBeGreaterThan(3)
  })

  it('loses no tag: each is there or was refused', async () => {
    const workspace = openRecord(store)
    const session = await inscribed(workspace, small)
    disk.fill(64 << 10)
    let last: string | null = null
    let failure: Failure | undefined
    for (let at = 0; !failure && at < 2000; at++) {
      failure = await failureOf(tag(workspace, session, { range: '1-3', engagement: `work-${at}` }))
      if (!failure) last = `work-${at}`
    }
    expectFull(failure)
    disk.empty()
    const rows = (await workspace.store.listRounds(session.id)).filter((row) => row.round > 0)
    expect(rows.map((row) => row.engagement)).toEqual([last, last, last])
    expect(await damageOf(workspace)).toEqual([])
    await workspace.store.close()
  })

  it.each(EXPORT_FORMATS)('takes no export to %s, and nothing half written is left', async (to) => {
    const workspace = openRecord(join(folder, `export-${to}`))
    const session = await inscribed(workspace, large)
    const out = join(disk.path, to === 'json' ? 'out' : 'out.jsonl')
    disk.fill(200 << 10)
    expectUnwritable(await failureOf(exportTo(workspace, session, { to, out })))
    expect(halfWritten(disk.path)).toEqual([])
    expect(to !== 'json' && existsSync(out)).toBe(false)

    disk.empty()
    await exportTo(workspace, session, { to, out, force: true })
    await workspace.store.close()
  })

  it('takes none at any size, the database of an export included', async () => {
    const workspace = openRecord(join(folder, 'export-database'))
    const session = await inscribed(workspace, small)
    const out = join(disk.path, 'out')
    let failure: Failure | undefined
    const refused: string[] = []
    for (let free = 0; free === 0 || failure; free += 4 << 10) {
      rmSync(out, { recursive: true, force: true })
      disk.fill(free)
      failure = await failureOf(exportTo(workspace, session, { to: 'json', out }))
      if (!failure) break
      expectUnwritable(failure)
      refused.push(basename(String(failure.facts.path)))
      expect({ free, left: halfWritten(disk.path) }).toEqual({ free, left: [] })
    }
    console.log(`an export was refused at ${[...new Set(refused)].join(', ')}`)
    expect(refused).toContain('session.db')
    await workspace.store.close()
  })
})

it('a place that cannot be made takes no export, and does not keep it waiting', async () => {
  const script = await bundleChild('export.ts')
  const store = join(folder, 'nowhere')
  await withRecord(store, (workspace) => inscribed(workspace, small))
  for (const out of ['/proc/none/such/out.jsonl', join(small, 'below-a-file', 'out.jsonl')]) {
    const { stdout } = await runChild(script, { store, session: smallId, out }, { timeout: 10_000 })
    expectUnwritable(JSON.parse(stdout))
  }
  rmSync(script)
})

it('a place that cannot be made is no place for a store', async () => {
  const script = await bundleChild('inscribe.ts')
  for (const store of ['/proc/none/such/store', join(small, 'store')]) {
    const { stdout, stderr } = await runChild(script, { store, paths: [small] }, { timeout: 10_000 })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout).failure).toMatchObject({ code: 'store-unreadable' })
  }
  rmSync(script)
})

it('a database that may not grow stops an inscription the same way', async () => {
  const store = join(folder, 'limited')
  await withRecord(store, (workspace) => inscribed(workspace, small))
  const workspace = limited(() => openRecord(store))
  const before = await contentsOf(workspace)
  expectFull(await failureOf(inscribe(workspace, [large])))
  expect(await contentsOf(workspace)).toEqual(before)
  expect(await damageOf(workspace)).toEqual([])
  await workspace.store.close()
  await withRecord(store, async (unlimited) => {
    await inscribed(unlimited, large)
    expect(await sessionIds(unlimited)).toEqual([largeId, smallId].sort())
  })
})

/** Opens with a limit on the size of the database, which the driver itself does not offer. */
function limited<T>(open: () => T): T {
  const pragma = Database.prototype.pragma
  const spy = vi.spyOn(Database.prototype, 'pragma').mockImplementation(function (this: Database, ...args) {
    if (args[0].startsWith('wal_autocheckpoint')) pragma.call(this, 'max_page_count = 60')
    return pragma.apply(this, args)
  })
  try {
    return open()
  } finally {
    spy.mockRestore()
  }
}

async function failureOf(work: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

function expectFull(failure: Failure | undefined): void {
  expect(failure).toMatchObject({ code: 'store-full' })
  expect(failure?.message).toMatch(/^There is no space left for the store in .+\.$/)
  expect(failure?.hint).toMatch(/Free some space/)
}

function expectUnwritable(failure: Pick<Failure, 'code' | 'message' | 'hint'> | undefined): void {
  expect(failure).toMatchObject({ code: 'target-unwritable' })
  expect(failure?.message).toMatch(/ cannot be written: .+\.$/)
  expect(failure?.hint).toBeTruthy()
}

async function expectPrefix(workspace: Workspace): Promise<void> {
  if (!(await sessionIds(workspace)).includes(largeId)) return
  const raw = await rawOf(workspace, largeId)
  expect(readFileSync(large).subarray(0, raw.length).equals(raw)).toBe(true)
}

function halfWritten(place: string): readonly string[] {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.tmp$|-journal$|\.db$/.test(name))
}
