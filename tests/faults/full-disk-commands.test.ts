import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { type Disk, mountDisk } from './disk.ts'
import { bundleChild, runChild } from './processes.ts'
import { damageOf, rawOf, sessionIds, temporaryFolder, withRecord } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const BUNDLE = resolve(import.meta.dirname, '../../bin/stet')
/** Kilobytes that are free when a command begins. */
const FREE = process.env.STET_WIDE
  ? [0, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072]
  : [0, 32, 256, 1024]

const [ID, OTHER] = [uuidOf('full disk'), uuidOf('full disk, other')]
const lines = transcript({ sessionId: ID, rounds: 60, roundBytes: 20_000 }).join('')
const other = transcript({ sessionId: OTHER, rounds: 10, roundBytes: 20_000 }).join('')

const folder = temporaryFolder('full-commands')
const probe = mountDisk(join(folder, 'probe'), 1 << 20)
probe?.remove()
beforeAll(buildBundle)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.runIf(probe)('a disk that is full in the middle of a command', () => {
  let disk: Disk
  let home: string
  const saved = join(folder, 'saved')
  beforeEach(() => {
    disk = mountDisk(join(folder, 'disk'), 96 << 20)!
    home = join(disk.path, 'home')
    for (const [id, text] of [
      [ID, lines],
      [OTHER, other],
    ] as const) {
      mkdirSync(dirname(fileOf(id)), { recursive: true })
      writeFileSync(fileOf(id), text)
    }
    stet('inscribe', '--all')
  })
  afterEach(() => {
    disk.remove()
    rmSync(saved, { recursive: true, force: true })
  })

  const fileOf = (id: string) => join(home, '.claude/projects/-project', `${id}.jsonl`)

  function stet(...args: readonly string[]) {
    const env = { HOME: home, STET_HOME: join(home, '.stet'), CLAUDE_CONFIG_DIR: join(home, '.claude') }
    const { status, stdout, stderr } = spawnSync(process.execPath, [BUNDLE, ...args, '--json'], {
      env: { PATH: process.env.PATH, ...env },
      cwd: home,
      encoding: 'utf8',
    })
    const value = stdout === '' ? undefined : JSON.parse(stdout)
    return { status, value, stderr, code: value?.error?.code as string | undefined }
  }

  /** The record and the client's files are as they were. */
  async function expectWhole(at: object): Promise<void> {
    for (const [id, text] of [
      [ID, lines],
      [OTHER, other],
    ] as const)
      expect({ ...at, same: readFileSync(fileOf(id), 'utf8') === text }).toEqual({ ...at, same: true })
    await withRecord(join(home, '.stet'), async (workspace) => {
      expect({ ...at, damage: await damageOf(workspace) }).toEqual({ ...at, damage: [] })
      expect({ ...at, same: (await rawOf(workspace, ID)).toString() === lines }).toEqual({ ...at, same: true })
    })
  }

  /** Runs the command on a disk with ever more space, each time from the same beginning, and once more with enough. */
  async function filled(args: readonly string[], proves: (at: object, isDone: boolean) => Promise<void>) {
    cpSync(home, saved, { recursive: true })
    let refused = 0
    for (const free of FREE) {
      rmSync(home, { recursive: true, force: true })
      cpSync(saved, home, { recursive: true })
      disk.fill(free << 10)
      const { status, code, stderr } = stet(...args)
      disk.empty()
      const at = { command: args[0], free, status, code, stderr }
      if (status !== 0) expect(at).toMatchObject({ code: expect.stringMatching(/^(store-full|target-unwritable)$/) })
      if (status !== 0) refused++
      await proves(at, status === 0)
      if (status !== 0) {
        const again = stet(...args)
        expect({ ...at, again: again.status, stderr: again.stderr }).toMatchObject({ again: 0 })
        await proves(at, true)
      }
    }
    console.log(`a full disk refused ${refused} of ${FREE.length} times ${args[0]}`)
  }

  /** Everything that reads, with no byte free; what it writes goes to another disk. */
  const READS: readonly (readonly string[])[] = [
    ['sessions'],
    ['rounds', ID],
    ['show', ID, '1-3'],
    ['inject', `${ID}:2`],
    ['search', 'quick brown fox'],
    ['search', 'step', '--in', 'all'],
    ['export', ID, '--to', 'markdown', '--out', join(folder, 'out.md')],
    ['export', ID, '--to', 'raw', '--out', join(folder, 'out.jsonl')],
    ['check', ID],
    ['verify'],
    ['verify', '--quick'],
    ['backup', join(folder, 'copy.db')],
    ['operations'],
    ['lineage', ID],
    ['ctx', 'history', ID],
    ['pressure', ID],
  ]

  it.each(['a record nobody has open', 'a record whose writer was killed'])(
    'can still run %s',
    { timeout: 600_000 },
    async (name) => {
      if (name.endsWith('killed')) {
        appendFileSync(fileOf(OTHER), transcript({ sessionId: OTHER, seed: 'more', rounds: 2 }).slice(1).join(''))
        await runChild(await bundleChild('die-writing.ts'), { store: join(home, '.stet'), path: fileOf(OTHER) })
        expect(statSync(join(home, '.stet/sessions.db-wal')).size).toBeGreaterThan(0)
      }
      for (const out of ['out.md', 'out.jsonl', 'copy.db']) rmSync(join(folder, out), { force: true })
      disk.fill(0)
      for (const args of READS) {
        const { status, stderr } = stet(...args)
        expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: expect.anything() })
      }
      expect(readFileSync(join(folder, 'out.jsonl'), 'utf8') === lines).toBe(true)
      expect(['store-full', undefined]).toContain(stet('tag', ID, '1', 'work').code) // the log may have room
      disk.empty()
      expect(stet('tag', ID, '2', 'work').status).toBe(0)
      mkdirSync(join(folder, 'copied'), { recursive: true })
      cpSync(join(folder, 'copy.db'), join(folder, 'copied', 'sessions.db'))
      await withRecord(join(folder, 'copied'), async (workspace) => {
        expect(await damageOf(workspace)).toEqual([])
        expect((await rawOf(workspace, ID)).toString() === lines).toBe(true)
      })
    },
  )

  it('reads a record on a disk with room for no file more', { timeout: 600_000 }, () => {
    disk.fillWithFiles()
    for (const args of READS.slice(0, 6)) {
      const { status, stderr } = stet(...args)
      expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: expect.anything() })
    }
    expect(stet('tag', ID, '1', 'work').code).toBe('store-full')
    disk.empty()
    expect(stet('verify').status).toBe(0)
  })

  it('says that there is no space where nothing was recorded yet', { timeout: 600_000 }, () => {
    rmSync(join(home, '.stet'), { recursive: true })
    disk.fill(0)
    for (let times = 0; times < 2; times++) expect(stet('inscribe', fileOf(ID)).code).toBe('store-full')
  })

  it('trim', { timeout: 600_000 }, () => filled(['trim', ID], expectWhole))

  it('compress', { timeout: 600_000 }, () => filled(['compress', ID, '--allow-failing'], expectWhole))

  it('gc', { timeout: 600_000 }, () => filled(['gc'], expectWhole))

  it('undo', { timeout: 600_000 }, async () => {
    const made = stet('trim', ID).value.sessions[0] as { session: string; path: string }
    const written = readFileSync(made.path, 'utf8')
    await filled(['undo'], async (at, isDone) => {
      await expectWhole(at)
      if (isDone) expect(existsSync(made.path)).toBe(false)
      else if (existsSync(made.path)) expect(readFileSync(made.path, 'utf8')).toBe(written)
      await withRecord(join(home, '.stet'), async (workspace) =>
        expect((await rawOf(workspace, made.session)).toString()).toBe(written),
      )
    })
  })

  it('forget', { timeout: 600_000 }, () =>
    filled(['forget', OTHER], async (at, isDone) => {
      await expectWhole(at)
      await withRecord(join(home, '.stet'), async (workspace) => {
        const ids = await sessionIds(workspace)
        if (isDone) expect(ids).toEqual([ID])
        else if (ids.includes(OTHER)) expect((await rawOf(workspace, OTHER)).toString()).toBe(other)
      })
    }),
  )

  it('backup', { timeout: 600_000 }, () =>
    filled(['backup', 'copy/sessions.db'], async (at, isDone) => {
      await expectWhole(at)
      const copy = join(home, 'copy')
      expect({ ...at, there: existsSync(join(copy, 'sessions.db')) }).toEqual({ ...at, there: isDone })
      if (isDone)
        await withRecord(copy, async (workspace) => {
          expect(await damageOf(workspace)).toEqual([])
          expect((await rawOf(workspace, ID)).toString()).toBe(lines)
        })
    }),
  )

  it('recover, also of what no client has any more', { timeout: 600_000 }, async () => {
    rmSync(fileOf(OTHER))
    const store = join(home, '.stet')
    const before = readFileSync(join(store, 'sessions.db'))
    await filled(['recover'], async (at) => {
      const kept = readdirSync(store).filter((name) => /^sessions\.db(\.damaged-[^-]+-.*Z)?$/.test(name))
      const isThere = kept.some((name) => readFileSync(join(store, name)).equals(before))
      expect({ ...at, kept, isThere }).toMatchObject({ isThere: true })
      await withRecord(store, async (workspace) => {
        expect({ ...at, damage: await damageOf(workspace) }).toEqual({ ...at, damage: [] })
        expect({ ...at, ids: await sessionIds(workspace) }).toEqual({ ...at, ids: [ID, OTHER].sort() })
        expect((await rawOf(workspace, OTHER)).toString()).toBe(other)
        expect((await rawOf(workspace, ID)).toString()).toBe(lines)
      })
      expect(readdirSync(store).filter((name) => name.startsWith('.recovering-'))).toEqual([])
    })
  })
})
