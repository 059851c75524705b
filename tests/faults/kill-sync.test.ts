import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { damageOf, rawOf, sessionIds, temporaryFolder, withRecord } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const BUNDLE = resolve(import.meta.dirname, '../../bin/stet')
const KILLS = process.env.STET_WIDE ? 50 : 5

const folder = temporaryFolder('kill-sync')
const [there, here] = [join(folder, 'there'), join(folder, 'here')]
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  buildBundle()
  for (let nth = 0; nth < 12; nth++) {
    const sessionId = uuidOf(`killed sync ${nth}`)
    const path = join(there, '.claude/projects/-project', `${sessionId}.jsonl`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, transcript({ sessionId, rounds: 30, roundBytes: 40_000 }).join(''))
  }
  mkdirSync(here, { recursive: true })
  await stet(there, ['inscribe', '--all'])
  for (const home of [there, here]) await stet(home, ['remote', 'add', 'drive', join(folder, 'drive')])
}, 120_000)

/** Runs a command, or kills it after some time; says whether it came to its end. */
function stet(home: string, args: readonly string[], killedAfter?: number): Promise<boolean> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    STET_HOME: join(home, '.stet'),
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
  }
  const child = spawn(process.execPath, [BUNDLE, ...args], { env, cwd: home, stdio: 'ignore' })
  const killer = killedAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killedAfter)
  return new Promise((done, fail) =>
    child.on('close', (status, signal) => {
      clearTimeout(killer)
      if (signal === null && status !== 0) fail(new Error(`stet ${args.join(' ')} ended with ${status}`))
      else done(signal === null)
    }),
  )
}

/** Synchronizes, killed again and again, each time a little later; then once to the end. Returns how often it was killed. */
async function syncKilled(home: string): Promise<number> {
  const began = performance.now()
  await stet(home, ['remote', 'list'])
  const start = performance.now() - began // before that nothing of it has begun
  let killed = 0
  for (let nth = 0; nth < KILLS; nth++) {
    if (await stet(home, ['sync'], start * (0.5 + (3 * nth) / KILLS))) break
    killed++
  }
  await stet(home, ['sync'])
  return killed
}

it('a sync that was killed is gone on with: nothing is lost, nothing is there twice', {
  timeout: 600_000,
}, async () => {
  expect(await syncKilled(there)).toBeGreaterThan(0)
  expect(await syncKilled(here)).toBeGreaterThan(0)
  await withRecord(join(there, '.stet'), (sent) =>
    withRecord(join(here, '.stet'), async (came) => {
      expect(await sessionIds(came)).toEqual(await sessionIds(sent))
      for (const id of await sessionIds(sent)) expect((await rawOf(came, id)).equals(await rawOf(sent, id))).toBe(true)
      expect(await damageOf(came)).toEqual([])
      expect(await damageOf(sent)).toEqual([])
    }),
  )
})
