import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSummarizer } from '../../src/brief/open-summarizer.ts'
import type { Settings } from '../../src/model/settings.ts'
import type { Workspace } from '../../src/record/workspace.ts'

/** What a server may do instead of answering. */
const BEHAVIOURS = {
  break: (to: ServerResponse) => to.writeHead(500).end(),
  refuse: (to: ServerResponse) => to.writeHead(429).end('{"error":{"message":"slow down"}}'),
  move: (to: ServerResponse) => to.writeHead(307, { location: '/elsewhere' }).end(),
  mumble: (to: ServerResponse) => to.end('<html>'),
  nothing: (to: ServerResponse) => to.end('null'),
  otherwise: (to: ServerResponse) => to.end('{"choices":"text"}'),
  flood: (to: ServerResponse) => to.end('x'.repeat(3 << 20)),
  wait: (_: ServerResponse) => undefined,
}
const asked: { url: string; key: string | undefined; body: string }[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  asked.push({
    url: request.url!,
    key: (request.headers['x-api-key'] ?? request.headers.authorization) as string | undefined,
    body,
  })
  const [, misbehaves] = /please (\w+)/.exec(body) ?? []
  if (misbehaves !== undefined) return BEHAVIOURS[misbehaves as keyof typeof BEHAVIOURS](response)
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

const opened = (settings: Settings, more: Partial<Workspace> = {}) =>
  openSummarizer({ cwd: '/', clock: () => new Date(), settings: async () => settings, ...more } as unknown as Workspace)
const served = (): Settings => ({ 'summarizer.kind': 'openai', 'summarizer.url': url, 'summarizer.model': 'q' })

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

it('sends nothing beyond what a day allows, however many processes ask, and begins anew on the next', async () => {
  const storeDir = mkdtempSync(join(tmpdir(), 'stet-spend-'))
  const limited = { ...served(), 'summarizer.spend_limit_tokens': 60 }
  const on = (day: string) => opened(limited, { storeDir, clock: () => new Date(`${day}T12:00:00Z`) })
  const [one, other] = [await on('2031-01-01'), await on('2031-01-01')]
  await one!.write('do', 'x'.repeat(80))
  await expect(one!.write('do', 'please break '.repeat(4))).rejects.toMatchObject({ code: 'summarizer-unavailable' })
  const before = asked.length
  await expect(other!.write('do', 'x'.repeat(80))).rejects.toMatchObject({
    code: 'spend-limit',
    facts: { limit: 60, spent: expect.toSatisfy((spent: number) => spent > 30) },
  })
  await expect((await on('2031-01-01'))!.write('do', 'x'.repeat(80))).rejects.toMatchObject({ code: 'spend-limit' })
  expect(asked.length).toBe(before)
  expect(await (await on('2031-01-02'))!.write('do', 'x'.repeat(80))).toBe('from openai')
  rmSync(storeDir, { recursive: true })
})

it('runs a command with a mark in its environment', async () => {
  const command = await opened({
    'summarizer.kind': 'command',
    'summarizer.command': 'read line; echo "$STET_SUMMARIZER $line"',
  })
  expect(await command!.write('first', 'second')).toMatch(/^1 \[stet-summarizer [0-9a-f-]{36}\] first\n$/)
})

it.each([
  ['break', 'it answered 500'],
  ['refuse', 'it answered 429 (slow down)'],
  ['move', 'it answered 307'],
  ['mumble', 'its answer has no text'],
  ['nothing', 'its answer has no text'],
  ['otherwise', 'its answer has no text'],
  ['flood', 'its answer is longer than 1048576 bytes'],
])('says why a server that was to %s cannot be used', async (how, why) => {
  const openai = await opened(served())
  await expect(openai!.write('do', `please ${how}`)).rejects.toMatchObject({
    code: 'summarizer-unavailable',
    message: `openai q cannot be used: ${why}.`,
  })
})

it('says so where nobody listens', async () => {
  const nobody = await opened({ ...served(), 'summarizer.url': 'http://127.0.0.1:9' })
  await expect(nobody!.write('do', 'this')).rejects.toMatchObject({
    message: expect.stringMatching(/ECONNREFUSED|bad port/),
  })
})

it.each([
  ['a server', () => served(), 'openai q'],
  [
    'a command',
    () => ({ 'summarizer.kind': 'command', 'summarizer.command': 'sleep 60' }) as const,
    'the summarizer command',
  ],
])('stops at once when the user does, however long %s takes', async (_, settings, name) => {
  const stop = new AbortController()
  const slow = await opened(settings(), { signal: stop.signal })
  const waiting = slow!.write('do', 'please wait')
  setTimeout(() => stop.abort(), 100)
  await expect(waiting).rejects.toMatchObject({ code: 'interrupted', message: `Stopped while waiting for ${name}.` })
})

it('says why a command or a setting cannot be used', async () => {
  const command = (line: string) => opened({ 'summarizer.kind': 'command', 'summarizer.command': line })
  await expect((await command('echo no key >&2; exit 3'))!.write('a', 'b')).rejects.toMatchObject({
    code: 'summarizer-unavailable',
    message: 'the summarizer command cannot be used: it ended with 3 (no key).',
  })
  await expect((await command('yes'))!.write('a', 'b')).rejects.toMatchObject({
    message: 'the summarizer command cannot be used: its answer is longer than 1048576 bytes.',
  })
  await expect((await command('true'))!.write('a', 'b')).rejects.toMatchObject({ code: 'summarizer-unavailable' })
  await expect(opened({ 'summarizer.kind': 'magic', 'summarizer.model': 'm' })).rejects.toMatchObject({
    code: 'config-invalid',
  })
})
