import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backup } from '../../src/care/backup.ts'
import { collectGarbage } from '../../src/care/collect.ts'
import { forget, forgettable } from '../../src/care/forget.ts'
import { recover } from '../../src/care/recover.ts'
import { verify } from '../../src/care/verify.ts'
import { findSessionFiles, inscribe } from '../../src/record/capture/inscribe.ts'
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { closeWorkspace, openWorkspace } from '../../src/workspace/open-workspace.ts'
import { damageOf, rawOf, sessionIds, sessionOf, temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const FLIPS = process.env.STET_WIDE ? 100 : 6
const folder = temporaryFolder('recover')
const project = join(folder, 'config/projects/p')
const ids = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map(uuidOf)
const options = {
  storeDir: join(folder, 'store'),
  user: 'me@here',
  machine: 'here',
  cwd: '/',
  configDirs: { 'claude-code': join(folder, 'config') },
}
const database = join(options.storeDir, 'sessions.db')
const pathOf = (id: string) => join(project, `${id}.jsonl`)
let sound: Buffer

const open = () => openWorkspace(options)
const withStore = async <T>(use: (workspace: Workspace) => Promise<T>): Promise<T> => {
  const workspace = await open()
  try {
    return await use(workspace)
  } finally {
    await closeWorkspace(workspace)
  }
}

beforeAll(async () => {
  mkdirSync(project, { recursive: true })
  for (const id of ids)
    writeFileSync(pathOf(id), transcript({ sessionId: id, rounds: 12, roundBytes: 3000, seed: id }).join(''))
  await withStore(async (workspace) => {
    await inscribe(workspace, await findSessionFiles(workspace))
    const { store } = workspace
    const [round] = (await store.listRounds(ids[0] as never)).filter((row) => row.round > 0)
    await store.journal([
      { roundId: round!.roundId, engagement: 'kept', previous: null, at: '2026-01-01T00:00:00.000Z', by: 'me' },
    ])
  })
  sound = readFileSync(database)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A store with these bytes, and nothing else in its folder. */
function put(bytes: Buffer): void {
  rmSync(options.storeDir, { recursive: true, force: true })
  mkdirSync(options.storeDir, { mode: 0o700 })
  writeFileSync(database, bytes, { mode: 0o600 })
}

async function expectWhole(workspace: Workspace): Promise<void> {
  for (const id of ids) expect((await rawOf(workspace, id)).equals(readFileSync(pathOf(id)))).toBe(true)
}

describe('a backup', () => {
  it('is a store by itself, private, and refuses to write over anything', async () => {
    put(sound)
    const copy = join(folder, 'copy', 'sessions.db')
    await withStore(async (workspace) => {
      expect(await backup(workspace, copy)).toMatchObject({ path: copy, sessions: ids.length })
      await expect(backup(workspace, copy)).rejects.toMatchObject({ code: 'target-exists' })
    })
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    const copied = await openWorkspace({ ...options, storeDir: join(folder, 'copy') })
    await expectWhole(copied)
    expect(await damageOf(copied)).toEqual([])
    await closeWorkspace(copied)
  })

  it('becomes the store again; the one that was there is kept, and what is no store changes nothing', async () => {
    put(sound)
    const copy = join(folder, 'again', 'sessions.db')
    await withStore((workspace) => backup(workspace, copy))
    writeFileSync(database, 'no database at all')
    const { kept, sessions, damaged } = await recover(options, { file: copy })
    expect([sessions, damaged]).toEqual([ids.length, []])
    expect(readFileSync(kept!, 'utf8')).toBe('no database at all')
    await withStore(expectWhole)

    rmSync(options.storeDir, { recursive: true })
    expect(await recover(options, { file: copy, dryRun: true })).toMatchObject({ kept: null, sessions: ids.length })
    expect(existsSync(options.storeDir)).toBe(false)
    expect(await recover(options, { file: copy })).toMatchObject({ kept: null, sessions: ids.length, damaged: [] })
    await withStore(expectWhole)

    const before = readdirSync(options.storeDir)
    await expect(recover(options, { file: pathOf(ids[0]!) })).rejects.toMatchObject({ code: 'store-unreadable' })
    await expect(recover(options, { file: `${copy}-no` })).rejects.toMatchObject({ code: 'file-not-found' })
    expect(readdirSync(options.storeDir)).toEqual(before)
  })
})

describe('a damaged store', () => {
  it('that was cut short anywhere is recovered, and sessions are put right from their files', {
    timeout: 1_800_000,
  }, async () => {
    for (const part of process.env.STET_WIDE ? [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] : [0.1, 0.6]) {
      put(sound)
      truncateSync(database, Math.floor(sound.length * part))
      const { damaged, sessions } = await recover(options)
      expect([part, sessions, damaged]).toEqual([part, ids.length, []])
      await withStore(expectWhole)
      expect(readdirSync(options.storeDir).some((name) => name.includes('.damaged-'))).toBe(true)
    }
  })

  it('whose log was removed before the new one was in its place gives what was in that log too', async () => {
    put(sound)
    const id = uuidOf('eight')
    const path = pathOf(id)
    writeFileSync(path, transcript({ sessionId: id, rounds: 3, roundBytes: 3000, seed: id }).join(''))
    const reading = openSqliteStore({ directory: options.storeDir }) // keeps the log from being written into the file
    const rows = reading.artifacts.list()[Symbol.asyncIterator]()
    await rows.next()
    await withStore((workspace) => inscribe(workspace, [path]))
    const kept = `${database}.damaged-before`
    for (const suffix of ['-wal', '-shm', '']) linkSync(database + suffix, kept + suffix)
    for (const suffix of ['-wal', '-shm']) rmSync(database + suffix)
    await rows.return?.()
    rmSync(path)
    const recovered = await recover(options)
    expect([recovered.kept, recovered.sessions]).toEqual([kept, ids.length + 1])
    await reading.close()
  })

  it('with random flips is repaired or recovered: every session its client still has is whole', {
    timeout: 3_600_000,
  }, async () => {
    let [repaired, recovered] = [0, 0]
    for (let run = 0; run < FLIPS; run++) {
      const bytes = Buffer.from(sound)
      const at = Math.floor(((run + 0.5) / FLIPS) * bytes.length)
      bytes[at] = bytes[at]! ^ (1 << (run % 8))
      put(bytes)
      const isWell = await withStore(async (workspace) => {
        const { ok } = await verify(workspace, { repair: { copies: [] } })
        if (ok) await expectWhole(workspace)
        return ok
      }).catch(() => false)
      if (isWell) {
        repaired++
        continue
      }
      recovered++
      await recover(options)
      await withStore(expectWhole)
    }
    console.log(`flips: ${FLIPS}, ${repaired} sound or repaired in place, ${recovered} recovered`)
  })
})

describe('a session that is forgotten', () => {
  it('is gone for good, is not taken in again unless asked, and gives its space back', async () => {
    put(sound)
    await withStore(async (workspace) => {
      const { store, search } = workspace
      const [id] = ids as [string]
      const before = (await store.sizes()).artifacts
      const dry = await forget(workspace, [await sessionOf(workspace, id)], { dryRun: true })
      expect(dry.forgotten).toMatchObject([{ session: id }])
      expect(await sessionIds(workspace)).toContain(id)
      await forget(workspace, [await sessionOf(workspace, id)])
      expect(await sessionIds(workspace)).not.toContain(id)
      expect(await store.listRounds(id as never)).toEqual([])
      expect(await search!.findMark(id as never)).toBeUndefined()
      await collectGarbage(workspace)
      expect((await store.sizes()).artifacts).toBeLessThan(before)
      const all = await inscribe(workspace, await findSessionFiles(workspace), { mayBeGone: () => true })
      expect([all.failed, all.sessions.length]).toEqual([[], ids.length - 1])
      expect((await inscribe(workspace, [pathOf(id)])).failed).toMatchObject([{ code: 'session-forgotten' }])
      const asked = await inscribe(workspace, [pathOf(id)], { remembers: true })
      expect(asked.sessions).toMatchObject([{ session: id }])
      await expectWhole(workspace)
      expect(await damageOf(workspace)).toEqual([])
      expect((await forgettable(workspace, { before: '2999-01-01T00:00:00.000Z' })).length).toBe(ids.length)
      await expect(forgettable(workspace, { before: '1999-01-01T00:00:00.000Z' })).rejects.toMatchObject({
        code: 'nothing-to-do',
      })
    })
  })
})
