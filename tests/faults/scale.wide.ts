import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verify } from '../../src/care/verify.ts'
import { showRounds } from '../../src/read/show.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import { buildBundle } from '../cli/box.ts'
import { inscribed, openRecord, temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const BUNDLE = resolve(import.meta.dirname, '../../dist/stet.cjs')

const folder = temporaryFolder('scale')
beforeAll(buildBundle)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(name: string, options: Omit<Parameters<typeof transcript>[0], 'sessionId'>): string {
  const sessionId = uuidOf(name)
  const path = join(folder, name, `${sessionId}.jsonl`)
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(path, transcript({ sessionId, seed: name, ...options }).join(''))
  return path
}

it('showing and verifying many rounds takes no square of their number', { timeout: 240_000 }, async () => {
  const workspace = openRecord(join(folder, 'store'))
  try {
    const session = await inscribed(workspace, put('many', { rounds: 8_000, roundBytes: 300 }))
    let rounds = 0
    for await (const round of showRounds(workspace, session)) rounds += Math.min(1, round.blocks.length)
    expect(rounds).toBe(8_000)
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
