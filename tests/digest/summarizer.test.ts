import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSummarizer } from '../../src/actions/digest/open-summarizer.ts'
import type { Workspace } from '../../src/actions/workspace.ts'
import type { Settings } from '../../src/model/settings.ts'

const asked: { url: string; key: string | undefined; body: string }[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  asked.push({
    url: request.url!,
    key: (request.headers['x-api-key'] ?? request.headers.authorization) as string | undefined,
    body,
  })
  if (body.includes('break')) {
    response.writeHead(500).end()
    return
  }
  const said = request.url!.endsWith('/v1/messages')
    ? { content: [{ type: 'text', text: 'from anthropic' }] }
    : { choices: [{ message: { content: 'from openai' } }] }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
})
let url: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const opened = (settings: Settings) =>
  openSummarizer({ cwd: '/', settings: async () => settings } as unknown as Workspace)

it('is off unless configured, and then asks nobody', async () => {
  expect(await opened({})).toBeUndefined()
  expect(await opened({ 'summarizer.kind': 'off', 'summarizer.url': url, 'summarizer.model': 'm' })).toBeUndefined()
  expect(asked).toEqual([])
})

it('asks Anthropic and any compatible server in their own forms', async () => {
  const anthropic = await opened({
    'summarizer.kind': 'anthropic',
    'summarizer.url': url,
    'summarizer.model': 'm',
    'summarizer.api_key': 'k',
  })
  expect(await anthropic!.write('do', 'this')).toBe('from anthropic')
  expect(asked.at(-1)).toMatchObject({ url: '/v1/messages', key: 'k' })
  expect(JSON.parse(asked.at(-1)!.body)).toMatchObject({
    model: 'm',
    system: 'do',
    messages: [{ role: 'user', content: 'this' }],
  })
  const openai = await opened({ 'summarizer.kind': 'openai', 'summarizer.url': `${url}/v1`, 'summarizer.model': 'q' })
  expect(await openai!.write('do', 'that')).toBe('from openai')
  expect(asked.at(-1)).toMatchObject({ url: '/v1/chat/completions', key: undefined })
})

it('masks secrets before anything is sent', async () => {
  const openai = await opened({ 'summarizer.kind': 'openai', 'summarizer.url': url, 'summarizer.model': 'q' })
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')
  await openai!.write('do', `the token is ${secret} and so on`)
  expect(asked.at(-1)!.body).not.toContain(secret)
  expect(asked.at(-1)!.body).toContain('masked')
})

it('sends nothing beyond its limit, and says what was spent', async () => {
  const openai = await opened({
    'summarizer.kind': 'openai',
    'summarizer.url': url,
    'summarizer.model': 'q',
    'summarizer.spend_limit_tokens': 20,
  })
  await openai!.write('do', 'short')
  expect(openai!.spent()).toBeGreaterThan(0)
  const before = asked.length
  await expect(openai!.write('do', 'x'.repeat(400))).rejects.toMatchObject({ code: 'spend-limit' })
  expect(asked.length).toBe(before)
})

it('runs a command with a mark in its environment', async () => {
  const command = await opened({
    'summarizer.kind': 'command',
    'summarizer.command': 'read line; echo "$STET_SUMMARIZER $line"',
  })
  expect(await command!.write('first', 'second')).toMatch(/^1 \[stet-summarizer [0-9a-f-]{36}\] first\n$/)
})

it('fails with a reason', async () => {
  const openai = await opened({ 'summarizer.kind': 'openai', 'summarizer.url': url, 'summarizer.model': 'q' })
  await expect(openai!.write('do', 'break')).rejects.toMatchObject({ code: 'summarizer-unavailable' })
  await expect(opened({ 'summarizer.kind': 'magic', 'summarizer.model': 'm' })).rejects.toMatchObject({
    code: 'config-invalid',
  })
  const failing = await opened({ 'summarizer.kind': 'command', 'summarizer.command': 'exit 3' })
  await expect(failing!.write('a', 'b')).rejects.toMatchObject({ code: 'summarizer-unavailable' })
})
