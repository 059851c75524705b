import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decodeCbor, encodeCbor } from '../../src/shells/http/cbor.ts'
import { SAMPLE } from '../api/bench.ts'
import { openServing, type Serving } from './serving.ts'

let serving: Serving
beforeAll(async () => {
  serving = await openServing()
})
afterAll(() => serving.close())

interface Sent {
  readonly body?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

function send(path: string, { body, headers = {} }: Sent) {
  const { origin, token } = serving.server
  return new Promise<{ readonly status: number; readonly type: string; readonly bytes: Buffer }>((done, fail) => {
    const all = { authorization: `Bearer ${token}`, ...headers }
    const sent = request(`${origin}${path}`, { method: body ? 'POST' : 'GET', headers: all }, async (answer) => {
      const pieces: Buffer[] = []
      for await (const piece of answer) pieces.push(piece)
      const type = String(answer.headers['content-type'])
      done({ status: answer.statusCode!, type, bytes: Buffer.concat(pieces) })
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

const TYPE = { 'content-type': 'application/cbor' }

it('who sends CBOR is answered in CBOR, with the same values', async () => {
  const input = { session: SAMPLE, range: '2' }
  const { status, type, bytes } = await send('/api/show', { body: encodeCbor(input), headers: TYPE })
  expect([status, type]).toEqual([200, 'application/cbor'])
  expect(decodeCbor(bytes, 64)).toEqual(await serving.ask('show', input))
})

it('who asks for CBOR gets it, failures too; a document to keep stays what it is', async () => {
  const headers = { accept: 'application/cbor' }
  const status = await send('/api/status', { headers })
  expect([status.type, decodeCbor(status.bytes, 8)]).toEqual(['application/cbor', { ok: true, version: 'test' }])
  const missing = await send('/api/rounds?session=none', { headers })
  expect([missing.status, decodeCbor(missing.bytes, 8)]).toMatchObject([404, { error: { code: 'session-not-found' } }])
  const document = await send(`/api/export?session=${SAMPLE}&to=json&secrets=true`, { headers })
  expect(document.type).toBe('application/json')
})

it.each([
  ['that breaks off', Buffer.of(0xa1, 0x61)],
  ['that is nested too deeply', Buffer.concat([Buffer.alloc(40, 0x81), Buffer.of(0)])],
])('a body %s is refused', async (_, body) => {
  const { status, bytes } = await send('/api/rounds', { body, headers: TYPE })
  expect([status, decodeCbor(bytes, 8)]).toMatchObject([400, { error: { code: 'body-not-cbor' } }])
})

it('lines of a commit may be longer than what is asked with', async () => {
  const data = `${JSON.stringify({ type: 'user', message: { role: 'user', content: '"x'.repeat(2_000_000) } })}\n`
  const given = { commit_type: 'delta', data, format: 'claude-code-v1', dry_run: true }
  expect(await serving.ask('ctx checkpoint', given)).toMatchObject({ id: expect.stringMatching(/^ctx-/) })
  const { status, bytes } = await send('/api/ctx/checkpoint', { body: encodeCbor(given), headers: TYPE })
  expect([status, decodeCbor(bytes, 8)]).toMatchObject([200, { id: expect.stringMatching(/^ctx-/) }])
})
