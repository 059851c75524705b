import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { codex } from '../../src/clients/codex/index.ts'
import { encodeItems } from '../../src/clients/formats/cbor.ts'
import type { Session } from '../../src/model/session.ts'
import { holdsSession } from '../../src/record/capture/holds-session.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { roundBlocks } from '../../src/record/reading/round-blocks.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

let bench: TestWorkspace
beforeEach(async () => {
  bench = await openTestWorkspace()
})
afterEach(() => bench.close())

const ANTHROPIC = {
  model: 'claude-opus-4-6',
  system: 'You are an agent.',
  messages: [
    { role: 'user', content: 'What is in a.txt?' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Look.', signature: 'x' },
        { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a.txt' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'hello' }] },
    { role: 'assistant', content: 'It says hello.' },
    { role: 'user', content: [{ type: 'text', text: 'And b.txt?' }] },
  ],
}

const CHAT = {
  model: 'gpt-5',
  messages: [
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: 'What is in a.txt?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a.txt"}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'hello' },
    { role: 'assistant', content: 'It says hello.' },
    { role: 'user', content: 'And b.txt?' },
  ],
}

const RESPONSES = {
  model: 'gpt-5',
  input: [
    { role: 'user', content: 'What is in a.txt?' },
    { type: 'function_call', name: 'read', arguments: '{"path":"a.txt"}', call_id: 'c1' },
    { type: 'function_call_output', call_id: 'c1', output: 'hello' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It says hello.' }] },
    { role: 'user', content: 'And b.txt?' },
  ],
}

const input = Buffer.from('{"path":"a.txt"}')
const BUREAU = [
  { Role: 'user', Content: [{ Type: 'text', Text: 'What is in a.txt?' }] },
  { Role: 'assistant', Content: [{ Type: 'tool_use', ToolUse: { ID: 'c1', Name: 'read', Input: input } }] },
  {
    Role: 'user',
    Content: [{ Type: 'tool_result', ToolResult: { ToolUseID: 'c1', Content: 'hello', IsError: false } }],
  },
  { Role: 'assistant', Content: [{ Type: 'text', Text: 'It says\nhello.' }] },
  { Role: 'user', Content: [{ Type: 'text', Text: 'And b.txt?' }] },
]

const EVENTS = [
  { timestamp: '2026-03-19T10:00:00Z', type: 'prompt', prompt: { content: 'What is in a.txt?', source: 'initial' } },
  {
    timestamp: '2026-03-19T10:00:01Z',
    type: 'tool_call',
    tool_call: { id: 'c1', name: 'read', input: { path: 'a.txt' } },
  },
  { timestamp: '2026-03-19T10:00:02Z', type: 'tool_result', tool_result: { id: 'c1', output: 'hello' } },
  { timestamp: '2026-03-19T10:00:03Z', type: 'response', response: { content: 'It says hello.' } },
  { timestamp: '2026-03-19T10:00:04Z', type: 'prompt', prompt: { content: 'And b.txt?', source: 'user' } },
]

const DOCUMENTS: Readonly<Record<string, Buffer>> = {
  'anthropic.json': Buffer.from(JSON.stringify(ANTHROPIC)),
  'anthropic-indented.json': Buffer.from(`${JSON.stringify(ANTHROPIC, null, 2)}\n`),
  'chat.json': Buffer.from(JSON.stringify(CHAT)),
  'only-messages.json': Buffer.from(JSON.stringify(CHAT.messages)),
  'responses.json': Buffer.from(JSON.stringify(RESPONSES)),
  'bureau.cbor': encodeItems(BUREAU),
  'events.json': Buffer.from(JSON.stringify(EVENTS)),
  'events.cbor': encodeItems(EVENTS),
}

function put(name: string, bytes: Buffer): string {
  const path = join(bench.home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return path
}

async function recorded(path: string): Promise<Session> {
  const { sessions, failed } = await inscribe(bench.workspace, [path])
  expect(failed).toEqual([])
  return (await bench.workspace.store.findSession(sessions[0]!.session))!
}

describe.each(Object.entries(DOCUMENTS))('%s', (name, bytes) => {
  it('is a session of two rounds, whatever its name, and comes back', async () => {
    const path = put(`any-name-${name.length}`, bytes)
    expect(holdsSession(path)).toBe(true)
    const session = await recorded(path)
    expect(session).toMatchObject({ client: 'messages', facts: { rounds: 2, title: 'What is in a.txt?' } })
    const rows = (await bench.workspace.store.listRounds(session.id)).filter(({ round }) => round > 0)
    const blocks = (await Promise.all(rows.map((row) => roundBlocks(bench.workspace, session, row)))).flat()
    const told = blocks.filter(({ type }) => type !== 'thinking').map(({ type }) => type)
    expect(told).toEqual(['user-text', 'tool_use', 'tool_result', 'assistant-text', 'user-text'])
    expect(blocks.find(({ type }) => type === 'tool_use')).toMatchObject({ name: 'read', content: { path: 'a.txt' } })
    expect(await check(bench.workspace, path)).toMatchObject({ byte_exact: true, differences: [] })
    expect((await inscribe(bench.workspace, [path])).sessions[0]).toMatchObject({ new_bytes: 0 })
  })

  it('goes on in a client', async () => {
    const session = await recorded(put(name, bytes))
    const { sessions } = await cutSession(bench.workspace, session, { kind: 'export' }, { to: codex })
    const { readFileSync } = await import('node:fs')
    const sent = codex.context.conversation(readFileSync(sessions[0]!.path)).join('\n')
    for (const said of ['What is in a.txt?', 'hello', 'And b.txt?']) expect(sent).toContain(said)
  })
})

it('two files of one name in two folders are two sessions, and neither is a fork; a copy is the same', async () => {
  const first = await recorded(put('a/request.json', DOCUMENTS['anthropic.json']!))
  const second = await recorded(put('b/request.json', DOCUMENTS['chat.json']!))
  expect(second.id).not.toBe(first.id)
  expect(second.id).toMatch(/^request-[0-9a-f]{8}$/)
  expect((await recorded(put('c/request.json', DOCUMENTS['anthropic.json']!))).id).toBe(first.id)
  expect((await recorded(join(bench.home, 'b/request.json'))).id).toBe(second.id)
  expect(await bench.workspace.store.listLineage(second.id)).toEqual([])
})

it('other JSON is nobody’s session', () => {
  for (const text of [
    '{"name":"stet","version":"1"}',
    '[1,2]',
    '{"messages":{"greeting":"Hello"}}',
    '[{"id":1,"title":"x"}]',
    '[{"role":"user","type":"text","text":"x"}]',
  ])
    expect(holdsSession(put('other.json', Buffer.from(text)))).toBe(false)
})
