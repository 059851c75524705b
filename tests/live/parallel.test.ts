import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Box, buildBundle, openBox } from '../cli/box.ts'
import { installHooks, type RunHook } from './installed-hooks.ts'
import { processesOf } from './processes-of.ts'

const STET = resolve(import.meta.dirname, '../../bin/stet')
const AGENTS = 10
/** A thousand in the wide run, else as many as a test may take. */
const CALLS = process.env.STET_WIDE ? 1000 : 25
/** Of a turn. */
const TURN = 50

beforeAll(buildBundle)
let box: Box
beforeEach(() => {
  box = openBox({ sessions: false })
})
afterEach(() => box.remove())

interface Counted {
  readonly silent: number[]
  readonly woken: number[]
  readonly stops: number[]
  captures: number
}

it('ten agents at once: nothing is lost, nobody waits too long, nothing is left running', {
  timeout: 3_600_000,
}, async () => {
  const run = installHooks(box)
  const folder = join(box.home, '.claude/projects/-project')
  mkdirSync(folder, { recursive: true })
  const agents = Array.from({ length: AGENTS }, (_, at) => `0000000${at}-1111-4111-8111-111111111111`)
  const counted: Counted = { silent: [], woken: [], stops: [], captures: 0 }
  await Promise.all(agents.map((id) => work(run, id, join(folder, `${id}.jsonl`), counted)))
  expect(counted.silent.length + counted.woken.length).toBe(AGENTS * CALLS)
  const kept = readdirSync(join(box.home, '.stet/live'))
  expect(kept.filter((name) => !name.endsWith('.state'))).toEqual([])
  const sessions = box.json('sessions') as readonly { readonly live: boolean }[]
  expect(sessions.map(({ live }) => live)).toEqual(agents.map(() => false))
  expect(box.stet('verify').status).toBe(0)
  const other = spawn('sleep', ['600'], { env: { PATH: process.env.PATH, HOME: box.home } })
  const isSeen = processesOf(box).length === 1 // else nothing would be found below either
  await new Promise((done) => {
    other.on('close', done)
    other.kill('SIGKILL')
  })
  expect(isSeen).toBe(true)
  expect(processesOf(box)).toEqual([])
  if (process.env.STET_WIDE) console.log(figures(counted))
})

/** One agent: a line and a hook for every call, turns that end, and the end of the session. */
async function work(run: RunHook, id: string, transcript: string, counted: Counted): Promise<void> {
  writeFileSync(transcript, '')
  const event = (name: string, more = {}) =>
    run(name, { session_id: id, transcript_path: transcript, cwd: box.cwd, hook_event_name: name, ...more })
  const state = join(box.home, '.stet/live', `${id}.state`)
  const looked = () => statSync(state, { throwIfNoEntry: false })?.mtimeMs
  const captured = () => (JSON.parse(readFileSync(state, 'utf8')) as { captured?: number }).captured ?? 0
  await event('SessionStart', { source: 'startup' })
  let known = captured()
  for (let at = 0; at < CALLS; at++) {
    appendFileSync(transcript, `${JSON.stringify(lineOf(id, at))}\n`)
    const before = looked()
    const { ms } = await event('PostToolUse', { tool_name: 'Bash', tool_response: { stdout: 'x'.repeat(2000) } })
    ;(looked() === before ? counted.silent : counted.woken).push(ms)
    if (captured() > known) {
      known = captured()
      await inRecord('in the middle of a turn')
    }
    if (at % TURN !== TURN - 1 && at !== CALLS - 1) continue
    counted.stops.push((await event('Stop')).ms)
    await inRecord('at the end of a turn')
    known = captured()
  }
  await event('SessionEnd', { reason: 'other' })
  await inRecord('at the end')

  /** Nothing has run since the hook returned: a lock it could not get would show here. */
  async function inRecord(when: string): Promise<void> {
    counted.captures++
    expect((await recorded(id)) === readFileSync(transcript, 'utf8'), `${id} ${when}`).toBe(true)
  }
}

function lineOf(id: string, at: number): object {
  const reply = {
    id: `m${at}`,
    model: 'claude-haiku-4-5',
    role: 'assistant',
    content: [{ type: 'text', text: 'ok' }],
    usage: { input_tokens: 100 },
  }
  return {
    parentUuid: at === 0 ? null : `${id}-${at - 1}`,
    uuid: `${id}-${at}`,
    type: at % 2 === 0 ? 'user' : 'assistant',
    timestamp: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
    sessionId: id,
    message: at % 2 === 0 ? { role: 'user', content: `${at} ${'x'.repeat(20_000)}` } : reply,
  }
}

/** The transcript as the record has it; other agents go on meanwhile. */
function recorded(id: string): Promise<string> {
  return new Promise((done, fail) => {
    const env = { PATH: process.env.PATH, HOME: box.home }
    const child = spawn(process.execPath, [STET, 'export', id, '--to', 'raw'], { cwd: box.cwd, env })
    const pieces: Buffer[] = []
    child.stdout.on('data', (data) => pieces.push(data))
    child.on('error', fail)
    child.on('close', () => done(Buffer.concat(pieces).toString('utf8')))
  })
}

function figures({ silent, woken, stops, captures }: Counted): string {
  const of = (name: string, ms: readonly number[]) => {
    const sorted = [...ms].sort((a, b) => a - b)
    const at = (share: number) => `${Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)} ms`
    return `${name}: ${ms.length}, median ${at(0.5)}, 99 % below ${at(0.99)}, slowest ${at(1)}`
  }
  return [
    `${AGENTS} agents, ${CALLS} calls each, ${captures} captures looked at, none lost`,
    of('calls without Node', silent),
    of('calls with Node', woken),
    of('ends of turns', stops),
  ].join('\n')
}
