import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeWorkspace, openWorkspace } from '../../src/workspace/open-workspace.ts'
import type { KeepGoing } from './child/keep-going.ts'
import { bundleChild, type Child, type Ended, startChild } from './processes.ts'
import { damageOf, inscribed, rawOf, sessionIds, temporaryFolder, withRecord } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const RUNS = process.env.STET_WIDE ? 60 : 6
const ROLES = ['checkpoint', 'checkpoint', 'open', 'inscribe', 'collect'] as const
const SECONDS = 1.2

const folder = temporaryFolder('checkpoint-processes')
let script: string
beforeAll(async () => {
  script = await bundleChild('keep-going.ts')
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(script, { force: true })
})

/** Lets a session grow, often to just before a newline, while processes work on it, of which some are killed. */
async function play(box: string, id: string, text: string, first: number): Promise<readonly Ended[]> {
  const [path, log] = [join(box, `${id}.jsonl`), join(box, 'log')]
  const start = (role: KeepGoing['role']) => startChild(script, { role, store: join(box, 'store'), path, log })
  const living: Child[] = ROLES.map(start)
  const killed: Child[] = []
  await wait(250)
  const until = performance.now() + SECONDS * 1000
  for (let at = first; at < text.length && performance.now() < until; ) {
    const line = text.indexOf('\n', at)
    const to = [line, line + 1, at + 1 + Math.floor(Math.random() * 2500)][Math.floor(Math.random() * 3)]!
    appendFileSync(path, text.slice(at, to))
    at = Math.max(at, to)
    await wait(Math.random() * 8)
    if (Math.random() >= 0.03) continue
    const victim = Math.floor(Math.random() * living.length)
    killed.push(...living.splice(victim, 1, start(ROLES[victim]!)))
    killed.at(-1)!.kill()
  }
  for (const child of living) child.kill()
  return Promise.all([...killed, ...living].map((child) => child.ended))
}

it('nothing that was answered is lost, whoever else writes and whoever is killed', { timeout: 600_000 }, async () => {
  let answers = 0
  for (let run = 0; run < RUNS; run++) {
    const [box, id] = [join(folder, String(run)), uuidOf(`run ${run}`)]
    mkdirSync(box)
    const path = join(box, `${id}.jsonl`)
    const lines = transcript({ sessionId: id, rounds: 60, roundBytes: 1500, compactAfter: 20 })
    const text = lines.join('')
    const first = lines.slice(0, 3).join('')
    writeFileSync(path, first)
    writeFileSync(join(box, 'log'), '')
    await withRecord(join(box, 'store'), (workspace) => inscribed(workspace, path))
    for (const ended of await play(box, id, text, first.length)) expect(ended.stderr).toBe('')
    rmSync(path)
    const sizes = readFileSync(join(box, 'log'), 'utf8').trim().split('\n').map(Number)
    answers += sizes.length
    const storeDir = join(box, 'store')
    const after = await openWorkspace({ storeDir, user: 'me@here', machine: 'here', cwd: '/', configDirs: {} })
    const raw = String(await rawOf(after, id))
    expect(text.startsWith(raw)).toBe(true)
    expect(raw.length).toBeGreaterThanOrEqual(Math.max(...sizes))
    expect(await sessionIds(after)).toEqual([id])
    expect(await damageOf(after)).toEqual([])
    await closeWorkspace(after)
  }
  console.log(`checkpoints: ${answers} answers in ${RUNS} runs with kills, nothing lost`)
})
