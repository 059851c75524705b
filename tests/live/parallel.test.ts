import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Box, buildBundle, openBox } from '../cli/box.ts'

const HOOK = resolve(import.meta.dirname, '../../plugin/claude-code/bin/stet-hook')
const AGENTS = 10
/** A thousand in the wide run, else as many as a test may take. */
const CALLS = process.env.STET_WIDE ? 1000 : 25

beforeAll(buildBundle)
let box: Box
beforeEach(() => {
  box = openBox({ sessions: false })
})
afterEach(() => box.remove())

it('ten agents at once: nothing is lost, nothing is left running', { timeout: 1_800_000 }, async () => {
  const folder = join(box.home, '.claude/projects/-project')
  mkdirSync(folder, { recursive: true })
  const agents = Array.from({ length: AGENTS }, (_, at) => `0000000${at}-1111-4111-8111-111111111111`)
  await Promise.all(agents.map((id) => work(id, join(folder, `${id}.jsonl`))))
  for (const id of agents) {
    const recorded = box.stet('export', id, '--to', 'raw').stdout.replaceAll('<box>', box.root)
    expect(recorded === readFileSync(join(folder, `${id}.jsonl`), 'utf8'), id).toBe(true)
  }
  expect(box.stet('verify').status).toBe(0)
  expect(readdirSync(join(box.home, '.stet/live')).filter((name) => name.endsWith('.tmp'))).toEqual([])
  expect(box.shell(`ps -eo args | grep '${box.root}' | grep -v grep | wc -l`).stdout.trim()).toBe('0')
})

/** One agent: a line and a hook for every call, a capture now and then, and the end of its turn. */
async function work(id: string, transcript: string): Promise<void> {
  writeFileSync(transcript, '')
  for (let at = 0; at < CALLS; at++) {
    const line = {
      parentUuid: at === 0 ? null : `${id}-${at - 1}`,
      uuid: `${id}-${at}`,
      type: at % 2 === 0 ? 'user' : 'assistant',
      timestamp: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
      sessionId: id,
      message:
        at % 2 === 0
          ? { role: 'user', content: `${at} ${'x'.repeat(20_000)}` }
          : {
              id: `m${at}`,
              model: 'claude-haiku-4-5',
              role: 'assistant',
              content: [{ type: 'text', text: 'ok' }],
              usage: { input_tokens: 100 },
            },
    }
    appendFileSync(transcript, `${JSON.stringify(line)}\n`)
    await hook('PostToolUse', id, transcript)
  }
  await hook('Stop', id, transcript)
  await hook('Stop', id, transcript)
}

function hook(event: string, id: string, transcript: string): Promise<void> {
  return new Promise((done, fail) => {
    const env = { PATH: process.env.PATH, HOME: box.home }
    const child = spawn(HOOK, [event, 'claude-code'], { env, stdio: ['pipe', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', (data) => (said += data))
    child.stderr.on('data', (data) => (said += data))
    child.on('error', fail)
    child.on('close', (status) =>
      status === 0 && said === '' ? done() : fail(new Error(`${event} ${status} ${said}`)),
    )
    child.stdin.end(
      JSON.stringify({ session_id: id, transcript_path: transcript, cwd: box.cwd, hook_event_name: event }),
    )
  })
}
