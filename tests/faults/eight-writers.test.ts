import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { damageOf, rawOf, temporaryFolder, withRecord } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

/** For how long they write: half an hour in the wide tests; `STET_WRITERS_MINUTES=120` takes two hours. */
const MINUTES = Number(process.env.STET_WRITERS_MINUTES ?? (process.env.STET_WIDE ? 30 : 0.15))
const STET = resolve(import.meta.dirname, '../../bin/stet')

const folder = temporaryFolder('eight-writers')
const projects = join(folder, '.claude/projects/-project')
const [SHARED, FIRST, SECOND, FORGOTTEN] = ['shared', 'first', 'second', 'forgotten'].map((name) =>
  uuidOf(`eight, ${name}`),
) as [string, string, string, string]
const fileOf = (id: string) => join(projects, `${id}.jsonl`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  await buildBundle()
  mkdirSync(projects, { recursive: true })
  for (const id of [SHARED, FIRST, SECOND, FORGOTTEN])
    writeFileSync(fileOf(id), transcript({ sessionId: id, seed: id, rounds: 8, roundBytes: 1500 }).join(''))
  await stet('inscribe', '--all')
})

interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function stet(...args: readonly string[]): Promise<Ended> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    STET_HOME: join(folder, '.stet'),
    CLAUDE_CONFIG_DIR: join(folder, '.claude'),
  }
  const child = spawn(process.execPath, [STET, ...args], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text) => {
    stdout += text
  })
  child.stderr.on('data', (text) => {
    stderr += text
  })
  return new Promise((done) => child.on('close', (status) => done({ status, stdout, stderr })))
}

let commit = ''
let lastTag = ''
const tickets: string[] = []

const grow = (id: string) => async (nth: number) => {
  const more = transcript({ sessionId: id, seed: `${id} ${nth}`, rounds: 1 + (nth % 3), roundBytes: 900 }).slice(1)
  appendFileSync(fileOf(id), more.join(''))
  return [await stet('inscribe', fileOf(id))]
}

/** What each of eight does over and over again, as processes of their own. */
const WRITERS: Readonly<Record<string, (nth: number) => Promise<readonly Ended[]>>> = {
  'a client that goes on': grow(FIRST),
  'another client': grow(SECOND),
  tags: async (nth) => {
    lastTag = `work-${nth}`
    return [await stet('tag', SHARED, '1-6', lastTag)]
  },
  'operations and undo': async () => {
    const done = await stet('trim', SHARED, '--threshold', '100', '--json')
    const { operation } = JSON.parse(done.stdout)
    return [done, await stet('undo', operation)]
  },
  names: async (nth) => [
    await stet('ctx', 'set', `review/${nth % 3}`, commit),
    await stet('ctx', 'snapshot', commit),
    await stet('ctx', 'delete', `review/${nth % 3}`),
  ],
  tickets: async (nth) => {
    const made = await stet('ticket', 'create', `Sort ${nth}`, '--context', commit, '--json')
    const { id } = JSON.parse(made.stdout)
    tickets.push(id)
    return [made, await stet('ticket', 'note', id, 'So it is.'), await stet('ticket', 'close', id)]
  },
  compressions: async () => [await stet('compress', SHARED, '--turns', '1-8', '--allow-failing')],
  'what is forgotten, and gc': async () => [
    await stet('forget', FORGOTTEN),
    await stet('gc'),
    await stet('inscribe', fileOf(FORGOTTEN)),
  ],
}

interface Counted {
  readonly name: string
  readonly wrong: string[]
  times: number
}
const counted = (name: string): Counted => ({ name, wrong: [], times: 0 })

it(`eight writers for ${MINUTES} minutes lose nothing, and verify beside them calls nothing damaged`, {
  timeout: MINUTES * 60_000 + 600_000,
}, async () => {
  commit = JSON.parse((await stet('ctx', 'current', '--session', SHARED, '--json')).stdout).context_id
  const began = Date.now()
  const until = began + MINUTES * 60_000
  const writers = Object.entries(WRITERS).map(([name, write]) => ({ ...counted(name), write }))
  const verified = counted('verify')
  const telling = setInterval(tell, 600_000)
  await Promise.all([...writers.map(over), verifyOver()]).finally(() => clearInterval(telling))
  const lost = await whatIsLost()
  tell()
  console.log(`lost ${lost.length}, called damaged ${verified.wrong.length}`)
  expect([...[...writers, verified].flatMap(({ wrong }) => wrong), ...lost]).toEqual([])

  async function over(writer: Counted & { write: (nth: number) => Promise<readonly Ended[]> }) {
    while (Date.now() < until) {
      for (const { status, stderr } of await writer.write(writer.times))
        if (status !== 0) writer.wrong.push(`${writer.name}: ${status} ${stderr}`)
      writer.times++
    }
  }

  async function verifyOver() {
    while (Date.now() < until) {
      const { status, stdout, stderr } = await stet('verify', '--json')
      verified.times++
      if (status !== 0 || !JSON.parse(stdout).ok) verified.wrong.push(`verify: ${status} ${stdout} ${stderr}`)
    }
  }

  function tell() {
    const minutes = ((Date.now() - began) / 60_000).toFixed(1)
    const each = writers.map(({ name, times }) => `${name} ${times}`).join(', ')
    const all = writers.reduce((sum, { times }) => sum + times, 0)
    console.log(
      `${minutes} minutes: ${all} writes (${each}), ${verified.times} verifies, ${verified.wrong.length} wrong`,
    )
  }
})

/** What was written, and is not there as it was written. */
async function whatIsLost(): Promise<string[]> {
  const lost: string[] = []
  const rows = JSON.parse((await stet('rounds', SHARED, '--json')).stdout) as { engagement_id: string | null }[]
  for (const { engagement_id } of rows.slice(0, 6))
    if (engagement_id !== lastTag) lost.push(`tag ${lastTag}: ${engagement_id} instead`)
  const open = JSON.parse((await stet('ticket', 'list', '--json')).stdout) as { id: string }[]
  for (const id of tickets) if (!open.some((ticket) => ticket.id === id)) lost.push(`ticket ${id}`)
  await withRecord(join(folder, '.stet'), async (workspace) => {
    lost.push(...(await damageOf(workspace)).map((damage) => JSON.stringify(damage)))
    for (const id of [SHARED, FIRST, SECOND, FORGOTTEN])
      if ((await rawOf(workspace, id)).toString() !== readFileSync(fileOf(id), 'utf8')) lost.push(`bytes of ${id}`)
  })
  return lost
}
