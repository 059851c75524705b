import { afterEach, expect, it } from 'vitest'
import { type MockApi, type Reply, startMockApi } from './mock-api.ts'

let mock: MockApi | undefined
afterEach(() => mock?.close())

const TOOLS = [{ name: 'Bash' }]

it('follows the script, then says numbered lines', async () => {
  const ask = await start([{ content: ['one'] }])
  expect((await ask({ tools: TOOLS })).content).toEqual([{ type: 'text', text: 'one' }])
  expect((await ask({ tools: TOOLS })).content).toEqual([{ type: 'text', text: 'Mock reply 2.' }])
  expect(mock?.requests.map((request) => request.kind)).toEqual(['main', 'main'])
})

it('picks a reply by the end of the conversation, and by whether there are tools', async () => {
  const ask = await start([{ when: 'second', content: ['2'] }, { side: true, content: ['side'] }, { content: ['1'] }])
  const said = (content: string) => ({
    tools: TOOLS,
    messages: [
      { role: 'user', content },
      { role: 'system', content: 'x' },
    ],
  })
  expect((await ask(said('first'))).content).toMatchObject([{ text: '1' }])
  expect((await ask(said('second'))).content).toMatchObject([{ text: '2' }])
  expect((await ask({})).content).toMatchObject([{ text: 'side' }])
})

it('never gives one id to two tool calls or messages', async () => {
  const call = { type: 'tool_use', name: 'Bash', input: {} } as const
  const ask = await start([{ content: [call, call] }, { content: [call] }])
  const replies = [await ask({ tools: TOOLS }), await ask({ tools: TOOLS })]
  const ids = replies.flatMap((reply) => [reply.id, ...reply.content.map((block) => block.id)])
  expect(new Set(ids).size).toBe(5)
})

it('streams a message block by block', async () => {
  mock = await startMockApi([{ content: [{ type: 'tool_use', name: 'Bash', input: { command: 'ls' } }] }])
  const response = await post(mock, '/v1/messages', { stream: true, tools: TOOLS })
  const events = [...(await response.text()).matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''))
  expect(events.map((event) => event.type)).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ])
  expect(JSON.parse(events[2].delta.partial_json)).toEqual({ command: 'ls' })
  expect(events[4].delta.stop_reason).toBe('tool_use')
})

it('counts tokens, fails when told to, and knows no other endpoint', async () => {
  mock = await startMockApi([{ status: 529, error: { type: 'overloaded_error', message: 'busy' } }])
  const counted = await post(mock, '/v1/messages/count_tokens', { messages: [{ role: 'user', content: 'hello' }] })
  expect(((await counted.json()) as { input_tokens: number }).input_tokens).toBeGreaterThan(0)
  expect((await post(mock, '/v1/messages?beta=true', { tools: TOOLS })).status).toBe(529)
  expect((await post(mock, '/v1/elsewhere', {})).status).toBe(404)
  expect(mock.requests.map((request) => request.kind)).toEqual(['count_tokens', 'error', 'other'])
})

interface Answer {
  readonly id: string
  readonly content: readonly { readonly id?: string }[]
}

async function start(script: readonly Reply[]): Promise<(body: object) => Promise<Answer>> {
  const started = await startMockApi(script)
  mock = started
  return async (body) => (await (await post(started, '/v1/messages', body)).json()) as Answer
}

function post(api: MockApi, path: string, body: object): Promise<Response> {
  return fetch(api.url + path, { method: 'POST', body: JSON.stringify(body) })
}
