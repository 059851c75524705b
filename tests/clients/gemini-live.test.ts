import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { type GeminiBox, type GeminiOptions, openGeminiBox, runGemini } from './gemini.ts'
import { findGemini } from './install.mjs'
import { runProcess } from './run-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** As much as fits before the client compacts by itself. */
const FITS = 524_288
const run = (command: string, percent: number) => ({
  tools: [{ name: 'run_shell_command', args: { command } }],
  input: (percent / 100) * FITS,
})

let box: GeminiBox
beforeAll(buildBundle)
beforeEach(async () => {
  box = await openGeminiBox()
})
afterEach(() => box.remove())

async function stet(...args: readonly string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await runProcess(process.execPath, [join(ROOT, 'bin/stet'), ...args], {
    cwd: box.project,
    env: { PATH: process.env.PATH ?? '', HOME: box.home },
    timeoutMs: 60_000,
  })
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  return stdout
}

/** What the model was sent with each request of a run. */
async function asked(args: readonly string[], options: GeminiOptions): Promise<readonly string[]> {
  const ran = await runGemini(box, args, { compressionThreshold: 0.5, ...options })
  expect(ran.exitCode).toBe(0)
  expect(ran.stderr).not.toMatch(/hook/i)
  return ran.requests
    .filter(({ path }) => path.endsWith(':streamGenerateContent'))
    .map(({ body }) => JSON.stringify(body))
}

/** The one session of the box, as the client has it. */
function transcript(): { readonly path: string; readonly text: string } {
  const [name] = readdirSync(box.chats).filter((one) => one.endsWith('.jsonl'))
  const path = join(box.chats, name!)
  return { path, text: readFileSync(path, 'utf8') }
}

describe.skipIf(!findGemini())('in Gemini CLI', () => {
  it('reminders reach the model at the thresholds, once each, and every byte of the session is captured', {
    timeout: 240_000,
  }, async () => {
    await stet('setup', 'gemini')
    const script = [59, 62, 63, 76, 77, 86].map((percent, at) => run(`echo ${at}`, percent))
    const requests = await asked(['-p', 'begin'], { script: [...script, { text: 'done', input: 0.87 * FITS }] })
    const said = requests.map((body) => [...new Set(body.match(/Context at \d+%/g))].map((text) => text.slice(11)))
    const [first, second, third] = ['62%', '76%', '86%']
    expect(said).toEqual([[], [], [first], [first], [first, second], [first, second], [first, second, third]])
    expect(await stet('export', transcript().path, '--to', 'raw')).toBe(transcript().text)
    const [session] = JSON.parse(await stet('sessions', '--json'))
    expect(session).toMatchObject({ client: 'gemini-cli', rounds: 1, live: false })
  })

  it('the first prompt tells of the record, is a person’s on resuming, and names skills and tools', {
    timeout: 240_000,
  }, async () => {
    await stet('setup', 'gemini')
    const [first] = await asked(['-p', 'Name the colour.'], { script: [{ text: 'Blue.' }] })
    for (const skill of ['trim', 'rollover', 'surgery', 'recall', 'compress'])
      expect(first).toMatch(new RegExp(`<name>${skill}</name>.{20,400}/dist/gemini/skills/${skill}/SKILL.md`))
    expect(first).toContain('"name":"mcp_stet_search"')
    expect(first).toContain(`Where \`stet\` is not found, ${ROOT}/bin/stet does the same`)
    const { text } = transcript()
    const { sessionId } = JSON.parse(text.split('\n', 1)[0]!)
    const [again] = await asked(['--resume', sessionId, '-p', 'And now?'], { script: [{ text: 'Green.' }] })
    expect(again).toContain('{"text":"Name the colour."}')
    expect(again).toMatch(/And now\?.{1,80}hook_context.{1,80}Last commit: /)
    const rounds = JSON.parse(await stet('rounds', 'latest', '--json')) as readonly { readonly preview: string }[]
    expect(rounds).toHaveLength(2)
  })

  it('what a compaction left out comes back with the next tool call, once; what it kept does not', {
    timeout: 240_000,
  }, async () => {
    await stet('setup', 'gemini')
    await asked(['-p', 'Fix it. Never touch the migrations folder!'], {
      script: [run('cat /nowhere/first.txt', 1), run('ls /absent/second; seq 1 900', 1), { text: 'It failed.' }],
    })
    const { sessionId } = JSON.parse(transcript().text.split('\n', 1)[0]!)
    const snapshot = { text: '<state_snapshot>It failed: ls /absent/second; seq 1 900</state_snapshot>' }
    const script = [
      run('echo much', 101),
      snapshot, // which the client asks for twice
      snapshot,
      run('echo on', 2),
      run('echo further', 2),
      { text: 'done', input: 10_000 },
    ]
    const requests = await asked(['--resume', sessionId, '-p', 'Go on.'], { script })
    const told = requests.map((text) => text.match(/left out facts that the record has.+?system-reminder/g) ?? [])
    expect(told.map(({ length }) => length)).toEqual([0, 0, 1, 1])
    expect(told[2]![0]).toContain('`cat /nowhere/first.txt` failed')
    expect(told[2]![0]).toContain('Never touch the migrations folder!')
    expect(told[2]![0]).not.toContain('/absent/second')
    expect(await stet('export', transcript().path, '--to', 'raw')).toBe(transcript().text)
  })

  it('nothing is left of it after unsetup', { timeout: 120_000 }, async () => {
    const listed = () => readdirSync(join(box.home, '.gemini'), { recursive: true }).sort()
    const before = listed()
    await stet('setup', 'gemini')
    const once = listed()
    expect(await stet('setup', 'gemini')).toContain('set up there already')
    expect(listed()).toEqual(once)
    await stet('unsetup', 'gemini')
    expect(listed()).toEqual(before)
    await asked(['-p', 'begin'], { script: [{ text: 'done' }] })
    expect(existsSync(join(box.home, '.stet/live'))).toBe(false)
  })
})
