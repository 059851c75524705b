import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Box, buildBundle, openBox } from '../cli/box.ts'
import { HOOK, told } from './live-session.ts'

const ID = '33333333-3333-4333-8333-333333333333'
const FILE = 'home/.gemini/tmp/project/chats/session-2026-01-01T00-00-33333333.jsonl'

let box: Box
let transcript: string
beforeAll(buildBundle)
beforeEach(() => {
  box = openBox({ sessions: false })
  const about = { sessionId: ID, projectHash: 'p', startTime: new Date().toISOString(), kind: 'main' }
  transcript = box.put(FILE, `${JSON.stringify(about)}\n`)
  add({ id: 'u1', type: 'user', content: [{ text: 'Begin. Never push to main.' }] })
})
afterEach(() => box.remove())

function add(record: object): void {
  appendFileSync(transcript, `${JSON.stringify({ timestamp: new Date().toISOString(), ...record })}\n`)
}

let replies = 0
const reply = (input: number) =>
  add({ id: `g${++replies}`, type: 'gemini', content: 'ok', tokens: { input, output: 0 }, model: 'gemini-2.5-pro' })

/** Runs a hook as the client does; it must end well. */
function hook(event: string, more: object = {}, env = ''): string {
  const input = { session_id: ID, transcript_path: transcript, cwd: box.cwd, hook_event_name: event, ...more }
  box.put('home/project/event.json', JSON.stringify(input))
  const { status, stdout, stderr } = box.shell(`${env} ${HOOK} ${event} gemini-cli < event.json`)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

const state = () => JSON.parse(readFileSync(join(box.home, `.stet/live/${ID}.state`), 'utf8'))

it('does not start Node when there is nothing to say, after a tool call or before a request', () => {
  reply(20_000)
  hook('PostToolUse')
  box.shell("printf '#!/bin/sh\\n: > started\\n' > node.sh; chmod +x node.sh")
  for (const event of ['PostToolUse', 'PreCompact']) hook(event, { trigger: 'auto' }, 'STET_NODE=./node.sh')
  expect(existsSync(join(box.cwd, 'started'))).toBe(false)
  hook('PreCompact', { trigger: 'manual' }, 'STET_NODE=./node.sh')
  expect(existsSync(join(box.cwd, 'started'))).toBe(true)
  reply(315_000)
  expect(told(hook('PostToolUse'))).toContain('Context at 60%')
})

it('says nothing at the start, and what there is to say with the first prompt, once', () => {
  expect(hook('SessionStart', { source: 'startup' })).toBe('')
  expect(told(hook('UserPromptSubmit', { prompt: 'go' }))).toContain('Stet keeps the record of this session')
  expect(hook('UserPromptSubmit', { prompt: 'go on' })).toBe('')
})

it('guards a compaction from where the client compacts on, and one that is asked for at any size', () => {
  const guards = (trigger: string) => {
    expect(hook('PreCompact', { trigger })).toBe('')
    return existsSync(join(box.home, `.stet/live/${ID}.state`)) && state().guarded !== undefined
  }
  reply(500_000)
  expect(guards('auto')).toBe(false)
  box.put('home/.gemini/settings.json', '{\n  // sooner\n  "model": { "compressionThreshold": 0.3 }\n}')
  expect(guards('auto')).toBe(true)
  expect(state().guarded).toMatchObject([{ text: expect.stringContaining('Never push to main') }])
  box.shell('rm -r ../.stet')
  box.put('home/project/.gemini/settings.json', '{"model":{"compressionThreshold":0.9}}')
  expect(guards('auto')).toBe(false)
  expect(guards('manual')).toBe(true)
})

it('tells what a compaction left out at the end of a turn with the next prompt, and guards the next one', () => {
  reply(530_000)
  hook('PreCompact', { trigger: 'auto' })
  const snapshot = { id: 's1', type: 'user', content: [{ text: '<state_snapshot>Begun.</state_snapshot>' }] }
  const word = { id: 's2', type: 'gemini', content: [{ text: 'Got it. Thanks for the additional context!' }] }
  appendFileSync(transcript, `${JSON.stringify({ $set: { messages: [snapshot, word] } })}\n`)
  reply(2000)
  hook('Stop')
  expect(told(hook('UserPromptSubmit', { prompt: 'go on' }))).toContain('Never push to main')
  expect(hook('UserPromptSubmit', { prompt: 'go on' })).toBe('')
  expect(state().guarded).toBeUndefined()
  reply(530_000)
  hook('PreCompact', { trigger: 'auto' })
  expect(state().guarded).toHaveLength(1)
})
