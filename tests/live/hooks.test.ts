import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Box, buildBundle, openBox } from '../cli/box.ts'

const HOOK = resolve(import.meta.dirname, '../../plugin/claude-code/bin/stet-hook')
const ID = '11111111-1111-4111-8111-111111111111'
const FOLDER = 'home/.claude/projects/-project'

beforeAll(buildBundle)
let box: Box
let transcript: string
beforeEach(() => {
  box = openBox({ sessions: false })
  lines = 0
  transcript = box.put(`${FOLDER}/${ID}.jsonl`, '')
  say('user', { role: 'user', content: 'Begin. Never push to main.' })
})
afterEach(() => box.remove())

let lines = 0
function say(type: 'user' | 'assistant', message: object): void {
  const line = {
    parentUuid: lines === 0 ? null : `u${lines}`,
    type,
    uuid: `u${++lines}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + lines * 1000).toISOString(),
    sessionId: ID,
    cwd: box.cwd,
    message,
  }
  appendFileSync(transcript, `${JSON.stringify(line)}\n`)
}
const reply = (tokens: number) =>
  say('assistant', {
    id: `m${lines}`,
    model: 'claude-haiku-4-5',
    role: 'assistant',
    content: [{ type: 'text', text: 'ok' }],
    usage: { input_tokens: tokens, output_tokens: 0 },
  })
const event = (name: string, more: object = {}) =>
  JSON.stringify({ session_id: ID, transcript_path: transcript, cwd: box.cwd, hook_event_name: name, ...more })
function hook(name: string, more: object = {}, env = ''): string {
  box.put('home/project/event.json', event(name, more))
  const { status, stdout, stderr } = box.shell(`${env} ${HOOK} ${name} < event.json`)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}
const told = (output: string) =>
  output === '' ? '' : JSON.parse(output).hookSpecificOutput.additionalContext.replace(/<\/?system-reminder>/g, '')
const live = (kind: string) => join(box.home, '.stet/live', `${ID}.${kind}`)
const recorded = () => box.stet('export', ID, '--to', 'raw').stdout.replaceAll('<box>', box.root)

describe('after a tool call', () => {
  it('says nothing below 60 %, then each text once, and again after the interval', () => {
    const said = [59, 60, 62, 74, 75, 84, 85, 99].map((percent) => {
      reply(percent * 2000)
      return told(hook('PostToolUse'))
    })
    expect(said).toEqual([
      '',
      'Context at 60%. Consider /trim if response quality feels degraded.',
      '',
      '',
      "Context at 75%. Recommend /trim soon, or /rollover if trim isn't helping.",
      '',
      'Context at 85%. Use /trim or /rollover now to avoid lossy auto-compaction at 95%.',
      '',
    ])
    expect(told(hook('PostToolUse', {}, 'STET_CONTEXT_CHECK_INTERVAL_SECONDS=0'))).toBe('')
    writeFileSync(live('next'), '0 0 0\n')
    expect(told(hook('PostToolUse', {}, 'STET_CONTEXT_CHECK_INTERVAL_SECONDS=0'))).toContain('Context at 99%')
    reply(20_000)
    writeFileSync(live('next'), '0 0 0\n')
    expect(hook('PostToolUse')).toBe('')
    reply(122_000)
    expect(told(hook('PostToolUse'))).toContain('Context at 61%')
  })

  it('does not start Node where there is nothing to say', () => {
    reply(20_000)
    hook('PostToolUse')
    for (const _ of [1, 2, 3])
      expect(hook('PostToolUse', { tool_response: 'x'.repeat(200_000) }, 'STET_NODE=/bin/false')).toBe('')
    const state = readFileSync(live('state'), 'utf8')
    hook('PostToolUse')
    expect(readFileSync(live('state'), 'utf8')).toBe(state)
  })

  it('captures once the transcript has grown by what is set', () => {
    hook('PostToolUse')
    expect(existsSync(join(box.home, '.stet/sessions.db'))).toBe(false)
    say('user', { role: 'user', content: 'x'.repeat(300_000) })
    hook('PostToolUse')
    expect(recorded()).toBe(readFileSync(transcript, 'utf8'))
  })

  it('believes the status line of the last minute', () => {
    reply(20_000)
    mkdirSync(join(box.home, '.stet/live'), { recursive: true })
    writeFileSync(live('bridge'), JSON.stringify({ tokens: 160, window: 200, percent: 80, at: Date.now() }))
    expect(told(hook('PostToolUse'))).toContain('Context at 80%')
  })
})

describe('capture and the end', () => {
  it('at the end of a turn, of every second where that is set, and never where only events count', () => {
    hook('Stop')
    expect(recorded()).toBe(readFileSync(transcript, 'utf8'))
    const before = readFileSync(transcript, 'utf8')
    reply(100)
    hook('Stop', {}, 'STET_CHECKPOINT_EVERY_TURNS=2')
    hook('Stop', {}, 'STET_CHECKPOINT_EVERY_TURNS=0')
    expect(recorded()).toBe(before)
    hook('SessionEnd', { reason: 'other' })
    expect(recorded()).toBe(readFileSync(transcript, 'utf8'))
    expect(existsSync(live('state'))).toBe(false)
  })

  it('finds a session whose client is gone, and says that it crashed', () => {
    hook('SessionStart', { source: 'startup' }, 'CLAUDE_PID=999999')
    reply(100)
    const other = box.put(
      `${FOLDER}/22222222-2222-4222-8222-222222222222.jsonl`,
      readFileSync(transcript, 'utf8').replaceAll(ID, '22222222-2222-4222-8222-222222222222').replaceAll('"u', '"v'),
    )
    box.put(
      'home/project/event.json',
      event('SessionStart', {
        session_id: '22222222-2222-4222-8222-222222222222',
        transcript_path: other,
        source: 'startup',
      }),
    )
    box.shell(`CLAUDE_PID=$$ ${HOOK} SessionStart < event.json`)
    const sessions = box.json('sessions') as readonly { session: string; end_reason: string | null }[]
    expect(sessions.find(({ session }) => session === ID)).toMatchObject({ end_reason: 'crashed' })
    expect(sessions.find(({ session }) => session !== ID)).toMatchObject({ end_reason: null })
    expect(recorded()).toBe(readFileSync(transcript, 'utf8'))
    hook('SessionStart', { source: 'resume' }, 'CLAUDE_PID=$$')
    const again = box.json('sessions') as readonly { session: string; end_reason: string | null }[]
    expect(again.find(({ session }) => session === ID)).toMatchObject({ end_reason: null })
  })
})

describe('phrases', () => {
  it('are recognised where that is switched on', () => {
    expect(hook('UserPromptSubmit', { prompt: 'please trim the context' })).toBe('')
    expect(
      told(hook('UserPromptSubmit', { prompt: 'please trim the context' }, 'STET_CONTEXT_TRIGGER_PHRASES=true')),
    ).toContain('stet trim latest')
    expect(hook('UserPromptSubmit', { prompt: 'fix the bug' }, 'STET_CONTEXT_TRIGGER_PHRASES=true')).toBe('')
  })
})

describe('faults', () => {
  const events = [
    'SessionStart',
    'UserPromptSubmit',
    'PostToolUse',
    'Stop',
    'PreCompact',
    'PostCompact',
    'SessionEnd',
    'Unheard',
  ]
  it.each([
    ['no JSON', 'nonsense'],
    ['nothing', ''],
    ['an empty object', '{}'],
    ['wrong types', '{"session_id":7,"transcript_path":{},"cwd":null}'],
    ['a transcript that is missing', JSON.stringify({ session_id: ID, transcript_path: '/nowhere/x.jsonl' })],
    [
      'a session that would leave its folder',
      JSON.stringify({ session_id: '../../../escaped', transcript_path: '/nowhere' }),
    ],
  ])('%s: status 0 and not a word', (_, content) => {
    box.put('home/project/event.json', content)
    for (const name of events) {
      const { status, stderr, stdout } = box.shell(`${HOOK} ${name} claude-code < event.json`)
      expect({ name, status, stderr, stdout: name === 'SessionStart' ? '' : stdout }).toEqual({
        name,
        status: 0,
        stderr: '',
        stdout: '',
      })
    }
    expect(existsSync(join(box.home, 'escaped.state'))).toBe(false)
  })

  it('a torn last line is left for the next run, which catches up', () => {
    const whole = readFileSync(transcript, 'utf8')
    appendFileSync(transcript, '{"type":"assistant","uuid":"torn')
    hook('Stop')
    appendFileSync(transcript, '","parentUuid":"u1"}\n')
    hook('Stop')
    expect(recorded()).toBe(readFileSync(transcript, 'utf8'))
    expect(whole.length).toBeLessThan(recorded().length)
  })

  it('a store that cannot be opened, settings that are broken, a folder that cannot be written', () => {
    reply(150_000)
    mkdirSync(join(box.home, '.stet'), { recursive: true })
    writeFileSync(join(box.home, '.stet/sessions.db'), 'this is no database')
    writeFileSync(join(box.home, '.stet/config.toml'), '[context\n')
    expect(hook('Stop')).toBe('')
    expect(told(hook('PostToolUse'))).toContain('Context at 75%')
    rmSync(join(box.home, '.stet'), { recursive: true })
    writeFileSync(join(box.home, '.stet'), 'in the way')
    expect(hook('PostToolUse')).toBe('')
    expect(hook('Stop')).toBe('')
    rmSync(join(box.home, '.stet'))
    hook('Stop')
    expect(recorded()).toBe(readFileSync(transcript, 'utf8'))
  })
})
