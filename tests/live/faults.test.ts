import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Database } from '../../src/system/sqlite/database.ts'
import { type Box, buildBundle } from '../cli/box.ts'
import { mountDisk } from '../faults/disk.ts'
import { HOOK, ID, type LiveSession, openLiveSession, told } from './live-session.ts'
import { processesOf } from './processes-of.ts'

beforeAll(buildBundle)
let session: LiveSession
let box: Box
beforeEach(() => {
  session = openLiveSession()
  box = session.box
})
afterEach(() => box.remove())

const file = () => readFileSync(session.transcript, 'utf8')
const store = () => join(box.home, '.stet')
const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'Stop',
  'PreCompact',
  'PostCompact',
  'SessionEnd',
  'Unheard',
]
/** Runs every hook with this input; each must end well and say nothing of what went wrong. Returns what they printed. */
function ranWith(content: string): string {
  box.put('home/project/event.json', content)
  return EVENTS.map((name) => {
    const { status, stderr, stdout } = box.shell(`${HOOK} ${name} claude-code < event.json`)
    expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' })
    return stdout
  }).join('')
}

describe('input', () => {
  it.each([
    ['no JSON', 'nonsense'],
    ['nothing', ''],
    ['an empty object', '{}'],
    ['wrong types', '{"session_id":7,"transcript_path":{},"cwd":null}'],
    [
      'a session that would leave its folder',
      JSON.stringify({ session_id: '../../../escaped', transcript_path: '/nowhere' }),
    ],
  ])('%s: status 0 and not a word', (_, content) => {
    expect(ranWith(content)).toBe('')
    expect(existsSync(join(box.home, 'escaped.state'))).toBe(false)
  })

  it.each(['session_id', 'transcript_path', 'cwd', 'hook_event_name'])(
    'an old client without %s: the agent goes on, and the next run that has it catches up',
    (field) => {
      ranWith(JSON.stringify({ ...JSON.parse(session.event('Stop')), [field]: undefined }))
      session.reply(100)
      session.hook('Stop')
      expect(session.recorded() === file()).toBe(true)
    },
  )

  it('an old client that writes no usage: what the lines are likely to hold counts', () => {
    session.say('assistant', { role: 'assistant', content: [{ type: 'text', text: 'x'.repeat(1_100_000) }] })
    expect(told(session.hook('PostToolUse'))).toContain('Context at 68%')
    expect(session.recorded() === file()).toBe(true)
  })
})

describe('the transcript', () => {
  it('is missing: the agent goes on, and what comes is captured when it is there', () => {
    const away = `${session.transcript}.away`
    renameSync(session.transcript, away)
    for (const name of EVENTS) session.hook(name, { source: 'startup', prompt: 'go on' })
    expect(box.json('sessions')).toEqual([])
    renameSync(away, session.transcript)
    session.hook('Stop')
    expect(session.recorded() === file()).toBe(true)
  })

  it('is torn: its last line is left for the next run, which catches up', () => {
    appendFileSync(session.transcript, '{"type":"assistant","uuid":"torn')
    session.hook('PostToolUse')
    session.hook('Stop')
    appendFileSync(session.transcript, '","parentUuid":"u1"}\n')
    session.hook('Stop')
    expect(session.recorded() === file()).toBe(true)
  })

  it('was cut short while the client ran: both are in the record', () => {
    session.reply(100)
    session.hook('Stop')
    const before = file()
    writeFileSync(session.transcript, before.slice(0, before.indexOf('\n') + 1))
    session.hook('Stop')
    session.reply(200)
    session.hook('Stop')
    expect(box.stet('verify').status).toBe(0)
    expect(box.stet('search', 'ok').stdout).toContain('ok')
  })
})

describe('the store', () => {
  it('is locked: every hook ends in time, the reminder comes, and the next run catches up', {
    timeout: 180_000,
  }, () => {
    session.hook('Stop')
    const before = file()
    session.reply(150_000)
    const database = new Database(join(store(), 'sessions.db'))
    database.exec('BEGIN EXCLUSIVE')
    session.hook('SessionStart', { source: 'resume' })
    expect(told(session.hook('PostToolUse'))).toContain('Context at 75%')
    session.hook('Stop')
    database.exec('ROLLBACK')
    database.close()
    expect(session.recorded() === before).toBe(true)
    session.hook('Stop')
    expect(session.recorded() === file()).toBe(true)
  })

  it('cannot be opened, settings are broken, a folder cannot be written', () => {
    session.reply(150_000)
    mkdirSync(store(), { recursive: true })
    writeFileSync(join(store(), 'sessions.db'), 'this is no database')
    writeFileSync(join(store(), 'config.toml'), '[context\n')
    expect(session.hook('Stop')).toBe('')
    expect(told(session.hook('PostToolUse'))).toContain('Context at 75%')
    rmSync(store(), { recursive: true })
    writeFileSync(store(), 'in the way')
    expect(session.hook('PostToolUse')).toBe('')
    expect(session.hook('Stop')).toBe('')
    rmSync(store())
    session.hook('Stop')
    expect(session.recorded() === file()).toBe(true)
  })

  it('is on a disk that is full: the agent goes on, and with space the next run catches up', () => {
    const disk = mountDisk(store(), 24 << 20)
    if (!disk) return console.log('no disk can be mounted here: a full one is not tried')
    try {
      session.hook('Stop')
      const before = file()
      for (let at = 0; at < 20; at++) session.say('user', { role: 'user', content: `${at} ${noise(100_000)}` })
      session.reply(150_000)
      disk.fill(0)
      for (const name of ['PostToolUse', 'Stop', 'PreCompact', 'PostCompact', 'SessionEnd']) session.hook(name)
      disk.empty()
      expect(session.recorded() === before).toBe(true)
      session.hook('Stop')
      expect(session.recorded() === file()).toBe(true)
      expect(box.stet('verify').status).toBe(0)
    } finally {
      disk.remove()
    }
  })
})

describe('the hook', () => {
  it('is killed at any moment: nothing is left of it, and the next run catches up', { timeout: 180_000 }, async () => {
    session.hook('Stop')
    for (let at = 0; at < 20; at++) session.say('user', { role: 'user', content: `${at} ${noise(100_000)}` })
    const input = session.event('Stop')
    const kept = join(box.root, 'kept')
    cpSync(store(), kept, { recursive: true })
    for (const after of [5, 80, 160, 240, 320]) {
      rmSync(store(), { recursive: true })
      cpSync(kept, store(), { recursive: true })
      const env = { PATH: process.env.PATH, HOME: box.home }
      const child = spawn(HOOK, ['Stop', 'claude-code'], { env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
      const ended = new Promise((done) => child.on('close', done))
      child.stdin.on('error', () => undefined)
      child.stdin.end(input)
      await pause(after)
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // it has ended already
      }
      await ended
      session.hook('Stop')
      expect(session.recorded() === file(), `killed after ${after} ms`).toBe(true)
      expect(box.stet('verify').status).toBe(0)
    }
    expect(processesOf(box)).toEqual([])
  })

  it('is killed at the start of a session: the session is found when its client is gone', () => {
    session.hook('Stop')
    mkdirSync(join(store(), 'live'), { recursive: true })
    writeFileSync(
      session.live('state'),
      JSON.stringify({ transcript: session.transcript, client: 'claude-code', pid: 999_999, seen: Date.now() }),
    )
    session.reply(100)
    box.stet('inscribe', session.transcript)
    expect(box.json('sessions')).toMatchObject([{ session: ID, end_reason: 'crashed' }])
    expect(session.recorded() === file()).toBe(true)
  })
})

/** Text that does not compress. */
function noise(length: number): string {
  let seed = length
  let text = ''
  while (text.length < length) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    text += seed.toString(36)
  }
  return text.slice(0, length)
}

it('a store of a newer Stet stops hooks, and they say so once a day', () => {
  session.hook('SessionStart', { source: 'startup' })
  const database = new Database(join(store(), 'sessions.db'))
  database.exec("UPDATE meta SET value = '99' WHERE key = 'schema_version'")
  database.close()
  expect(session.hook('SessionStart', { source: 'resume' })).toContain(
    'Stet records nothing of this session: The store',
  )
  expect(session.hook('SessionStart', { source: 'resume' })).toBe('')
  const stopped = join(store(), 'live/stopped.json')
  writeFileSync(stopped, JSON.stringify({ at: Date.now() - 86_400_000 }))
  expect(session.hook('SessionStart', { source: 'resume' })).toContain('Update Stet')
})
