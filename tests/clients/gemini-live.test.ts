import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { type GeminiBox, type GeminiOptions, openGeminiBox, runGemini } from './gemini.ts'
import { findGemini } from './install.mjs'
import { runProcess } from './run-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** As much as fits before the client compacts by itself. */
const FITS = 524_288
const tokens = (percent: number) => Math.round((percent / 100) * FITS)
const run = (command: string, percent: number) => ({
  tools: [{ name: 'run_shell_command', args: { command } }],
  input: tokens(percent),
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

/** What a command gives the client. */
function argumentsOf(command: string): readonly string[] {
  const [program, ...args] = command.split(' ')
  expect(program).toBe('gemini')
  return args
}

describe.skipIf(!findGemini())('in Gemini CLI', () => {
  it('reminders reach the model at the thresholds, once each, and every byte of the session is captured', {
    timeout: 240_000,
  }, async () => {
    await stet('setup', 'gemini')
    const script = [59, 62, 63, 76, 77, 86].map((percent, at) => run(`echo ${at}`, percent))
    const requests = await asked(['-p', 'begin'], { script: [...script, { text: 'done', input: tokens(87) }] })
    const said = requests.map((body) => [...new Set(body.match(/Context at \d+%/g))].map((text) => text.slice(11)))
    const [first, second, third] = ['62%', '76%', '86%']
    expect(said).toEqual([[], [], [first], [first], [first, second], [first, second], [first, second, third]])
    expect(requests.at(-1)).not.toContain('&lt;system-reminder')
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
    await stet('setup', 'gemini', '--compaction', 'replace') // which nothing can do here: it is guarded
    await asked(['-p', 'Fix it. Never touch the migrations folder!'], {
      script: [run('sh /nowhere/first.sh', 1), run('sh /absent/second.sh; seq 1 900', 1), { text: 'It failed.' }],
    })
    const { sessionId } = JSON.parse(transcript().text.split('\n', 1)[0]!)
    const snapshot = { text: '<state_snapshot>It failed: sh /absent/second.sh; seq 1 900</state_snapshot>' }
    const script = [
      run('echo much', 101),
      snapshot, // which the client asks for twice
      snapshot,
      run('echo on', 2),
      run('echo further', 2),
      { text: 'done', input: 10_000 },
    ]
    const requests = await asked(['--resume', sessionId, '-p', 'Go on.'], { script })
    const told = requests.map((text) => text.match(/left out facts that the record has.+?hook_context/g) ?? [])
    expect(told.map(({ length }) => length)).toEqual([0, 0, 1, 1])
    expect(told[2]![0]).toContain('`sh /nowhere/first.sh` failed')
    expect(told[2]![0]).toContain('Never touch the migrations folder!')
    expect(told[2]![0]).not.toContain('/absent/second')
    expect(await stet('export', transcript().path, '--to', 'raw')).toBe(transcript().text)
  })

  it('the story: work to 60 %, trim, go on by what is printed, roll over, find what only the first session had', {
    timeout: 240_000,
  }, async () => {
    await stet('setup', 'gemini')
    const first = await asked(['-p', 'Begin with the parser.'], {
      script: [
        run('seq 1 2000; echo The magic number of the parser is 7391.; seq 2001 4000', 50),
        run('seq 4000 9000', 61),
        run(`${ROOT}/bin/stet trim latest --json > trimmed.json`, 62),
        { text: 'The number is printed.', input: tokens(62) },
      ],
    })
    expect(first.at(-1)).toContain('Context at 61%')
    const trimmed = JSON.parse(readFileSync(join(box.project, 'trimmed.json'), 'utf8'))
    const second = await asked([...argumentsOf(trimmed.sessions[0].resume), '-p', 'Go on.'], {
      script: [run('echo more', 76), { text: 'Half done.', input: tokens(76) }],
    })
    expect(second[0]).toContain('stet inject')
    expect(second[0]!.length).toBeLessThan(first[2]!.length - 10_000)
    expect(second[0]).toContain('This session was made by trim of')
    expect(second.at(-1)).toContain('Context at 76%')

    const rolled = JSON.parse(await stet('rollover', 'latest', '--json'))
    const third = await asked([...argumentsOf(rolled.sessions[0].resume), '-p', 'Which number?'], {
      script: [run(`${ROOT}/bin/stet search "magic number of the parser" --in tools`, 1), { text: '7391' }],
    })
    expect(third[0]).toContain('Previous session rolled over at 76% context')
    expect(third[0]).not.toContain('7391')
    expect(third[1]).toContain('7391')
  })

  it('a session that Stet names is begun under its id, and one whose file is gone is put back and goes on', {
    timeout: 240_000,
  }, async () => {
    await stet('setup', 'gemini')
    const started = JSON.parse(
      await stet('start', '--template', 'reviewer', '--context', 'none', '--client', 'gemini-cli', '--json'),
    )
    await asked([...argumentsOf(started.resume), '-p', 'Name the colour.'], { script: [{ text: 'Blue.' }] })
    const { path, text } = transcript()
    expect(text).toContain(`"sessionId":"${started.session}"`)
    rmSync(path)
    await stet('restore', started.session)
    expect(transcript()).toEqual({ path, text })
    const [again] = await asked(['--resume', started.session, '-p', 'And now?'], { script: [{ text: 'Green.' }] })
    expect(again).toContain('{"text":"Name the colour."}')
  })

  it('a session of another day goes on as one, though the client leaves a file of its id in which nothing is said', {
    timeout: 240_000,
  }, async () => {
    await asked(['-p', 'One.'], { script: [{ text: 'First.' }] })
    const path = join(box.chats, `session-2026-01-01T00-00-${transcript().path.slice(-14)}`)
    renameSync(transcript().path, path)
    const { sessionId } = JSON.parse(readFileSync(path, 'utf8').split('\n', 1)[0]!)
    await stet('setup', 'gemini')
    await asked(['--resume', sessionId, '-p', 'Two.'], { script: [{ text: 'Second.' }] })
    expect(readdirSync(box.chats)).toHaveLength(2)
    expect(JSON.parse(await stet('sessions', '--json'))).toMatchObject([{ session: sessionId, rounds: 2 }])
    expect(await stet('export', sessionId, '--to', 'raw')).toBe(readFileSync(path, 'utf8'))
    const { context_id: last } = JSON.parse(await stet('ctx', 'current', '--session', sessionId, '--json'))
    const [third] = await asked(['--resume', sessionId, '-p', 'Three.'], { script: [{ text: 'Third.' }] })
    expect(third).toContain(`Last commit: ${last}`)
    await stet('inscribe', '--all') // which finds the other file, too
    expect(JSON.parse(await stet('sessions', '--json'))).toMatchObject([{ session: sessionId, rounds: 3 }])
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
