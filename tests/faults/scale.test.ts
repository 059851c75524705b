import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectGarbage } from '../../src/care/collect.ts'
import { verify } from '../../src/care/verify.ts'
import { artifactIdOf } from '../../src/model/id.ts'
import { showRounds } from '../../src/read/show.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { sessionBytes } from '../../src/record/reading/session-bytes.ts'
import { decodeFrame } from '../../src/record/sqlite/encoding.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import { buildBundle } from '../cli/box.ts'
import { inscribed, openRecord, temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const BUNDLE = resolve(import.meta.dirname, '../../dist/stet.cjs')

const folder = temporaryFolder('scale')
beforeAll(buildBundle)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Milliseconds of processor time. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}

function put(name: string, options: Omit<Parameters<typeof transcript>[0], 'sessionId'>): string {
  const sessionId = uuidOf(name)
  const path = join(folder, name, `${sessionId}.jsonl`)
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(path, transcript({ sessionId, seed: name, ...options }).join(''))
  return path
}

/** What proving bytes takes at least: every frame of a store decoded, and hashed. */
async function decodeAndHash(store: string): Promise<void> {
  const database = new Database(join(store, 'sessions.db'))
  const frames = database.prepare<{ codec: number; rawSize: number; data: Buffer }>(
    'SELECT codec, raw_size AS rawSize, data FROM frames',
  )
  for (const frame of frames.iterate()) artifactIdOf(await decodeFrame(frame))
  database.close()
}

it('showing and verifying many rounds takes time by their bytes, not by their number squared', {
  timeout: 240_000,
}, async () => {
  const workspace = openRecord(join(folder, 'store'))
  try {
    const session = await inscribed(workspace, put('many', { rounds: 8_000, roundBytes: 300 }))
    const plain = await cpuOf(async () => {
      for await (const bytes of sessionBytes(workspace.store, session)) {
        artifactIdOf(bytes)
        for (const line of bytes.toString().split('\n')) if (line !== '') JSON.parse(line)
      }
    })
    let rounds = 0
    const shown = await cpuOf(async () => {
      for await (const round of showRounds(workspace, session)) rounds += Math.min(1, round.blocks.length)
    })
    expect(rounds).toBe(8_000)
    expect(shown / plain).toBeLessThan(12)
    const verified = await cpuOf(async () => expect((await verify(workspace)).ok).toBe(true))
    expect(verified / plain).toBeLessThan(12)
    const ratios: number[] = []
    for (let turn = 0; turn < 5; turn++) {
      const decoded = await cpuOf(() => decodeAndHash(join(folder, 'store')))
      ratios.push((await cpuOf(async () => expect((await verify(workspace, { quick: true })).ok).toBe(true))) / decoded)
    }
    expect(ratios.toSorted((a, b) => a - b)[2]).toBeLessThan(3)
  } finally {
    await closeWorkspace(workspace)
  }
})

it('sealing many small sessions takes no longer than capturing them', { timeout: 240_000 }, async () => {
  const workspace = openRecord(join(folder, 'small-store'))
  try {
    const paths = Array.from({ length: 200 }, (_, nth) => put(`small${nth}`, { rounds: 3, roundBytes: 500 }))
    const captured = await cpuOf(() => inscribe(workspace, paths))
    const collected = await cpuOf(() => collectGarbage(workspace))
    expect(collected / captured).toBeLessThan(1.5)
    expect((await verify(workspace)).ok).toBe(true)
  } finally {
    await closeWorkspace(workspace)
  }
})

const home = join(folder, 'home')

/** Runs a command in a small heap: without it, how much garbage Node lets lie depends on the machine. */
function stetIn(megabytes: number, ...args: readonly string[]) {
  const peak = 'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))'
  return spawnSync(process.execPath, [`--max-old-space-size=${megabytes}`, '--import', peak, BUNDLE, ...args], {
    env: { PATH: process.env.PATH, HOME: home, STET_HOME: join(home, '.stet') },
    encoding: 'utf8',
  })
}

it('checking a session of very many lines holds little of each', { timeout: 240_000 }, () => {
  const path = put('lines', { rounds: 8_000, roundBytes: 300 })
  expect(stetIn(80, 'inscribe', path).status).toBe(0)
  expect(stetIn(80, 'check', uuidOf('lines'))).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('8000 rounds'),
  })
})

it('checking and verifying a long session holds a part of it at a time', { timeout: 240_000 }, () => {
  const path = put('long', { rounds: 3_000, roundBytes: 20_000 })
  const stet = (...args: readonly string[]) => stetIn(120, ...args)
  expect(stet('inscribe', path).status).toBe(0)
  const database = new Database(join(home, '.stet/sessions.db'))
  database.exec('UPDATE rounds SET chars = chars + 1 WHERE round = 7')
  database.close()
  const commands = [['check', uuidOf('long')], ['verify', '--quick'], ['verify'], ['verify', '--rebuild']]
  for (const command of commands) {
    const { status, stderr } = stet(...command)
    expect([command, status]).toEqual([command, command.join() === 'verify' ? 1 : 0])
    expect(Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024).toBeLessThan(330) // 60 MB, and Node itself
  }
})
