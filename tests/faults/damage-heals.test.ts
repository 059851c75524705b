import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verify } from '../../src/care/verify.ts'
import { exportTo } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import { damageOf, inscribed, openRecord, rawOf, sessionOf, temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const id = uuidOf('session')
const lines = transcript({ sessionId: id, rounds: 40, roundBytes: 900 })
let folder: string
let path: string
let store: string
let workspace: Workspace
beforeEach(() => {
  folder = temporaryFolder('damage-heals')
  path = join(folder, `${id}.jsonl`)
  store = join(folder, 'store')
  workspace = openRecord(store)
})
afterEach(async () => {
  await closeWorkspace(workspace)
  rmSync(folder, { recursive: true, force: true })
})

/** Changes a byte in the middle of a stored frame, the first unless told, as a bad disk does. */
async function flip(which = 'ORDER BY frame LIMIT 1'): Promise<void> {
  await closeWorkspace(workspace)
  const database = new Database(join(store, 'sessions.db'))
  const rows = database.prepare(`SELECT frame, data FROM frames ${which}`).all() as { frame: number; data: Buffer }[]
  for (const { frame, data } of rows) {
    data[data.length >> 1] = data[data.length >> 1]! ^ 0x10
    database.prepare('UPDATE frames SET data = ? WHERE frame = ?').run(data, frame)
  }
  database.close()
  workspace = openRecord(store)
}

describe('a rotten bit', () => {
  it.each(['last-commit', 'unchanged-file'] as const)(
    'swallows no later capture that trusts %s, and is put back by the next that proves',
    async (trust) => {
      writeFileSync(path, lines.slice(0, 10).join(''))
      await inscribed(workspace, path)
      await flip()
      for (const line of lines.slice(10, 40)) {
        appendFileSync(path, line)
        await inscribed(workspace, path, { trust })
      }
      if (trust === 'last-commit') expect(await damageOf(workspace)).toHaveLength(2) // one artifact, and its session
      const { sessions } = await inscribe(workspace, [path], { trust: 'nothing' })
      expect(sessions[0]?.healed).toBe(trust === 'last-commit' ? 1 : 0)
      expect(await damageOf(workspace)).toEqual([])
      expect((await rawOf(workspace, id)).equals(readFileSync(path))).toBe(true)
    },
  )

  it('is put back by verify --repair, from the file or a copy of it, whatever was hit', async () => {
    writeFileSync(path, lines.slice(0, 20).join(''))
    await inscribed(workspace, path)
    appendFileSync(path, lines.slice(20).join(''))
    const beside = join(path.slice(0, -'.jsonl'.length), 'tool-results')
    mkdirSync(beside, { recursive: true })
    writeFileSync(join(beside, 'long.txt'), 'a long result\n'.repeat(1000))
    await inscribed(workspace, path)
    const whole = readFileSync(path)
    for (const from of ['file', 'copy']) {
      const copy = join(folder, 'copy.jsonl')
      await flip('')
      expect((await verify(workspace)).ok).toBe(false)
      if (from === 'copy') {
        copyFileSync(path, copy)
        rmSync(path)
      }
      const repaired = await verify(workspace, { repair: { copies: [copy] } })
      expect([from, repaired.damaged]).toEqual([from, []])
      expect(repaired.repaired).toBe(3)
      expect((await rawOf(workspace, id)).equals(whole)).toBe(true)
    }
  })

  it('of what no file has any more is listed, and the rest is exported with the gap named', async () => {
    writeFileSync(path, lines.slice(0, 20).join(''))
    await inscribed(workspace, path)
    const first = readFileSync(path).length
    appendFileSync(path, lines.slice(20).join(''))
    await inscribed(workspace, path)
    const whole = readFileSync(path)
    rmSync(path)
    await flip()
    const { ok, damaged } = await verify(workspace, { repair: { copies: [] } })
    expect([ok, damaged.length]).toEqual([false, 2])
    const session = await sessionOf(workspace, id)
    const out = join(folder, 'out.jsonl')
    await expect(exportTo(workspace, session, { to: 'raw', out })).rejects.toMatchObject({ code: 'artifact-corrupt' })
    const { gaps } = await exportTo(workspace, session, { to: 'raw', out, pastDamage: true })
    expect(gaps).toEqual([{ start: 0, end: first }])
    expect(readFileSync(out).equals(whole.subarray(first))).toBe(true)
    for (const to of ['json', 'markdown'] as const) {
      const document = join(folder, `out.${to}`)
      const exported = await exportTo(workspace, session, { to, out: document, pastDamage: true })
      expect(exported.gaps).toEqual(gaps)
    }
  })
})

describe('what was taken on trust', () => {
  it('is proven by the next plain capture: a change inside captured bytes is seen', async () => {
    writeFileSync(path, lines.slice(0, 10).join(''))
    await inscribed(workspace, path)
    appendFileSync(path, lines.slice(10, 20).join(''))
    await inscribed(workspace, path)
    const bytes = readFileSync(path)
    bytes[bytes.indexOf('Please')] = 'p'.charCodeAt(0)
    writeFileSync(path, bytes)
    appendFileSync(path, lines.slice(20).join(''))
    const watched = await inscribe(workspace, [path], { trust: 'last-commit' })
    expect(watched.sessions[0]?.session).toBe(id)
    const { sessions } = await inscribe(workspace, [path])
    expect(sessions[0]?.session).toBe(`${id}~1`)
    expect((await rawOf(workspace, `${id}~1`)).equals(readFileSync(path))).toBe(true)
  })
})
