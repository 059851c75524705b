import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { HOOK } from './live-session.ts'

const root = mkdtempSync(join(realpathSync(tmpdir()), 'stet-surroundings-'))
const NEVER_ENDS = join(root, 'never-ends')
const ID = uuidOf('surroundings')
const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'PreCompact', 'PostCompact', 'SessionEnd']
/** In seconds: what the client gives a hook at most. */
const LIMITS: Readonly<Record<string, number>> = { UserPromptSubmit: 15, PreCompact: 120 }
const LIMIT = 30

/** What is broken around a hook: of its variables, its files, or its event. */
interface Surrounding {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly input?: string
  readonly event?: object
  readonly prepare?: (at: Place) => void
  /** Some things never end by themselves: then only the event that has the least time is tried. */
  readonly hangs?: boolean
}

interface Place {
  readonly home: string
  readonly store: string
  readonly live: (kind: string) => string
}

const put = (path: string, content: string | Buffer = '') => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
const pipe = (path: string) => {
  mkdirSync(dirname(path), { recursive: true })
  execFileSync('mkfifo', [path])
}
const home = (path: string): Surrounding => ({ env: { STET_HOME: path } })

const SURROUNDINGS: Readonly<Record<string, Surrounding>> = {
  'a store below /proc': home('/proc/none/such'),
  'a store below /proc/self': home('/proc/self/fd/none/such'),
  'a store below /sys': home('/sys/none/such'),
  'a store below a device': home('/dev/null/store'),
  'a device as the store': home('/dev/null'),
  'a full device as the store': home('/dev/full'),
  'a store with a name of 5,000 characters': home(`/tmp/${'x'.repeat(5000)}`),
  'a store with a name of 300 characters': home(`/tmp/${'x'.repeat(300)}/store`),
  'an empty name of the store': home(''),
  'a relative store that goes up': home('../../../../../../../../proc/x'),
  'a store with a line break in its name': home('/proc/a\nb'),
  'a file as the store': { prepare: ({ store }) => put(store) },
  'a store below a file': { env: { STET_HOME: '/etc/passwd/store' } },
  'a link to itself as the store': { prepare: ({ store }) => symlinkSync(store, store) },
  'a link to nothing as the store': { prepare: ({ store }) => symlinkSync('/nowhere/at/all', store) },
  'a pipe as the store': { prepare: ({ store }) => pipe(store) },
  'a store nobody may write to': {
    prepare: ({ store }) => {
      mkdirSync(store)
      chmodSync(store, 0o500)
    },
  },
  'a file where hooks keep what they remember': { prepare: ({ store }) => put(join(store, 'live')) },
  'a pipe where hooks keep what they remember': { prepare: ({ store }) => pipe(join(store, 'live')) },
  'a pipe as what a hook remembers': { prepare: ({ live }) => pipe(live('state')) },
  'a pipe as when to look next': { prepare: ({ live }) => pipe(live('next')) },
  'a folder as when to look next': { prepare: ({ live }) => mkdirSync(live('next'), { recursive: true }) },
  'nonsense as when to look next': { prepare: ({ live }) => put(live('next'), 'x y z\n$(touch /tmp/no)\n') },
  'a pipe as what the client says of its window': { prepare: ({ live }) => pipe(live('bridge')) },
  'nonsense as what a hook remembers': { prepare: ({ live }) => put(live('state'), '{"turns":{"a":1},"cut":7}') },
  'a pipe as the record': { prepare: ({ store }) => pipe(join(store, 'sessions.db')) },
  'a folder as the record': { prepare: ({ store }) => mkdirSync(join(store, 'sessions.db'), { recursive: true }) },
  'nonsense as the record': { prepare: ({ store }) => put(join(store, 'sessions.db'), Buffer.alloc(9000, 7)) },
  'an empty record': { prepare: ({ store }) => put(join(store, 'sessions.db')) },
  'a folder as the log of the record': {
    prepare: ({ store }) => mkdirSync(join(store, 'sessions.db-wal'), { recursive: true }),
  },
  'a pipe as the search index': { prepare: ({ store }) => pipe(join(store, 'search.db')) },
  'a pipe as the settings': { prepare: ({ store }) => pipe(join(store, 'config.toml')) },
  'a folder as the settings': { prepare: ({ store }) => mkdirSync(join(store, 'config.toml'), { recursive: true }) },
  'settings that are none': { prepare: ({ store }) => put(join(store, 'config.toml'), '[[[\0\nx = ') },
  'settings of 20 MB': { prepare: ({ store }) => put(join(store, 'config.toml'), '# x\n'.repeat(5_000_000)) },
  'a home that is not there': { env: { HOME: '/nonexistent/home', STET_HOME: undefined } },
  'a home below /proc': { env: { HOME: '/proc/none', STET_HOME: undefined } },
  'no PATH': { env: { PATH: '' } },
  'a Node that is not there': { env: { STET_NODE: '/nonexistent/node' } },
  'a Node that fails': { env: { STET_NODE: '/bin/false' } },
  'a Node that never ends': { env: { STET_NODE: NEVER_ENDS }, hangs: true },
  'a Node that waits for a debugger': { env: { NODE_OPTIONS: '--inspect-brk=0' }, hangs: true },
  'options of Node that it does not have': { env: { NODE_OPTIONS: '--no-such-option' } },
  'a module that Node does not find': { env: { NODE_OPTIONS: '--require /nonexistent.js' } },
  'hardly any memory': { env: { NODE_OPTIONS: '--max-old-space-size=8' } },
  'a folder for temporary files that is not there': { env: { TMPDIR: '/nonexistent/tmp' } },
  'a server that nobody reaches': { env: { STET_STORE: 'postgres://u@127.0.0.1:1/none' } },
  'an address that is none': { env: { STET_STORE: 'postgres://[' } },
  'a process of the client that is none': { env: { CLAUDE_PID: '-1', STET_CLIENT_PID: 'x' } },
  'a folder of the client below /proc': { env: { CLAUDE_CONFIG_DIR: '/proc/none' } },
  'no event': { input: '' },
  'an event that is no JSON': { input: '{"session_id":"' },
  'an event of 5 MB': { event: { tool_response: 'x'.repeat(5_000_000) } },
  'an event that is nested 100,000 deep': { input: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
  'a session with a name of 100,000 characters': { event: { session_id: 'x'.repeat(100_000) } },
  'a session whose name leads out': { event: { session_id: '../../../../proc/self/environ' } },
  'a device as the transcript': { event: { transcript_path: '/dev/zero' } },
  'a terminal as the transcript': { event: { transcript_path: '/dev/tty' } },
  'the memory of a process as the transcript': { event: { transcript_path: '/proc/self/mem' } },
  'a folder as the transcript': { event: { transcript_path: '/' } },
  'a folder of work that is gone': { event: { cwd: '/nonexistent/folder' } },
  'a folder of work below /proc': { event: { cwd: '/proc/self/cwd/../..' } },
}

beforeAll(async () => {
  await buildBundle()
  writeFileSync(NEVER_ENDS, '#!/bin/sh\nwhile :; do :; done\n', { mode: 0o755 })
})
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

it.each(Object.keys(SURROUNDINGS))('every hook ends, and says nothing, with %s', { timeout: 600_000 }, async (name) => {
  const surrounding = SURROUNDINGS[name]!
  const events = surrounding.hangs ? ['UserPromptSubmit'] : process.env.STET_WIDE ? EVENTS : [oneOf(name)]
  for (const event of events) {
    const { status, stderr, seconds } = await run(surrounding, event)
    expect({ name, event, status, stderr }).toEqual({ name, event, status: 0, stderr: '' })
    expect(seconds).toBeLessThan(LIMITS[event] ?? LIMIT)
  }
})

/** Another one for each surrounding; all of them in the long form. */
function oneOf(name: string): string {
  return EVENTS[name.length % EVENTS.length]!
}

function run({ env = {}, input, event = {}, prepare }: Surrounding, name: string) {
  const folder = mkdtempSync(join(root, 'home-'))
  const store = join(folder, '.stet')
  const path = join(folder, '.claude/projects/-project', `${ID}.jsonl`)
  put(path, transcript({ sessionId: ID, rounds: 3 }).join(''))
  prepare?.({ home: folder, store, live: (kind) => join(store, 'live', `${ID}.${kind}`) })
  const given = { session_id: ID, transcript_path: path, cwd: folder, hook_event_name: name, prompt: 'go on', ...event }
  const began = Date.now()
  const child = spawn('/bin/sh', [HOOK, name, 'claude-code'], {
    env: { PATH: process.env.PATH, HOME: folder, STET_HOME: store, CLAUDE_CONFIG_DIR: join(folder, '.claude'), ...env },
    cwd: folder,
  })
  let stderr = ''
  child.stderr.on('data', (piece) => {
    stderr += piece
  })
  child.stdout.resume()
  child.stdin.on('error', () => undefined) // it may end before it has read all
  child.stdin.end(input ?? JSON.stringify(given))
  return new Promise<{ status: number | null; stderr: string; seconds: number }>((done) => {
    child.on('close', (status) => done({ status, stderr, seconds: (Date.now() - began) / 1000 }))
  })
}
