import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE } from '../api/bench.ts'
import { openServing, type Serving } from './serving.ts'

let serving: Serving
beforeAll(async () => {
  serving = await openServing()
})
afterAll(() => serving.close())

const JSON_TYPE = { 'content-type': 'application/json' }
const codeOf = (body: string) => JSON.parse(body).error.code

describe('a request is refused', () => {
  it.each(['/api/sessions', '/api/openapi.json', '/api/events', '/api/version', '/api/nothing'])(
    'without the token: %s',
    async (path) => {
      for (const token of [null, '', 'x', `${serving.server.token}x`, serving.server.token.slice(1)]) {
        const { status, body } = await serving.send(path, { token })
        expect([status, codeOf(body)]).toEqual([401, 'token-missing'])
      }
    },
  )

  it.each(['evil.example', 'evil.example:7838', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example'])(
    'to the host %j, the page included',
    async (host) => {
      for (const path of ['/', '/api/sessions']) {
        const { status, body } = await serving.send(path, { headers: { host } })
        expect([status, codeOf(body)]).toEqual([421, 'host-foreign'])
      }
    },
  )

  it.each([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('from another origin: %j', async (headers) => {
    const { status, body } = await serving.send('/api/sessions', { headers })
    expect([status, codeOf(body)]).toEqual([403, 'origin-foreign'])
  })

  it('with a hint that names an action, not a command line', async () => {
    const ask = (action: string, input: object) =>
      serving.send(`/api/${action}`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(input) })
    const shown = JSON.parse((await ask('tag', { session: SAMPLE, range: '9999', engagement: 'some-work' })).body)
    expect(shown.error.hint).toContain('POST /api/rounds')
    for (const [action, input] of [
      ['rounds', { session: 'nosuch' }],
      ['show', { session: SAMPLE, range: '999' }],
      ['tag', { session: SAMPLE, range: '999', engagement: 'some-work' }],
      ['inject', { ref: `${SAMPLE}:999` }],
      ['ctx/show', { ctx: 'ctx-ffffffff' }],
      ['engagements/suggest', { session: 'nosuch' }],
    ] as const) {
      const { hint } = JSON.parse((await ask(action, input)).body).error
      expect([action, hint]).toEqual([action, expect.not.stringMatching(/`?stet (?!.* in a terminal)/)])
    }
  })

  it('by GET where it would write', async () => {
    const { status, body } = await serving.send(`/api/undo`)
    expect([status, codeOf(body)]).toEqual([405, 'method-unknown'])
  })

  it.each([
    ['too large', JSON.stringify({ session: 'x'.repeat(1_100_000) }), JSON_TYPE, 413, 'body-too-large'],
    ['too deep', `${'['.repeat(40)}${']'.repeat(40)}`, JSON_TYPE, 400, 'body-too-deep'],
    [
      'too deep behind a text',
      `{"a":"\\"]]]","b":${'['.repeat(40)}${']'.repeat(40)}}`,
      JSON_TYPE,
      400,
      'body-too-deep',
    ],
    ['no JSON', '{"session":', JSON_TYPE, 400, 'body-not-json'],
    ['another type', 'session=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'body-not-json'],
    ['without a type', '{}', {}, 415, 'body-not-json'],
    ['of the wrong shape', '{"session":["x"]}', JSON_TYPE, 400, 'usage'],
    ['an array', '[]', JSON_TYPE, 400, 'usage'],
    ['with a key of no use', `{"session":"${SAMPLE}","__proto__":{}}`, JSON_TYPE, 400, 'usage'],
  ])('whose body is %s', async (_, body, headers, status, code) => {
    const answer = await serving.send('/api/rounds', { method: 'POST', headers, body })
    expect([answer.status, codeOf(answer.body)]).toEqual([status, code])
  })

  it('whose body grows beyond the limit without saying so', async () => {
    const headers = { ...JSON_TYPE, 'transfer-encoding': 'chunked' }
    const body = Buffer.alloc(1_500_000, 0x20)
    const answer = await serving.send('/api/rounds', { method: 'POST', headers, body }).catch(() => ({ status: 413 }))
    expect(answer.status).toBe(413)
  })
})

describe('the page', () => {
  it('is there without a token, at each of its addresses, under a strict policy', async () => {
    for (const path of ['/', '/session/abc', '/search?q=words']) {
      const { status, body, headers } = await serving.send(path, { token: null })
      expect([status, body]).toEqual([200, '<!doctype html><title>the page</title>'])
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it.each([
    '/../view.json',
    '/..%2f.stet%2fview.json',
    '/%2e%2e/.stet/sessions.db',
    '/assets/../../.stet/sessions.db',
    '/assets/..%5c..%5c.stet%5csessions.db',
    '//etc/passwd',
    '/%00',
  ])('is all that %s leads to', async (path) => {
    const { body } = await serving.send(path, { token: null })
    expect(body).not.toMatch(/SQLite|root:|token/)
  })

  it('lets its own origin ask', async () => {
    const headers = { origin: serving.server.origin, 'sec-fetch-site': 'same-origin' }
    expect((await serving.send('/api/sessions', { headers })).status).toBe(200)
  })
})

describe('an answer', () => {
  it('is answered the same by GET with a query and by POST with a body', async () => {
    const byQuery = JSON.parse(
      (await serving.send(`/api/show?session=${SAMPLE}&range=2&kinds=thinking&kinds=tool_use`)).body,
    )
    expect(byQuery).toEqual(await serving.ask('show', { session: SAMPLE, range: '2', kinds: ['thinking', 'tool_use'] }))
    expect(byQuery.rounds[0].blocks.length).toBeGreaterThan(0)
  })

  it('is never kept by anybody', async () => {
    expect((await serving.send('/api/sessions')).headers['cache-control']).toBe('no-store')
  })

  it('leaves no word of what was asked or answered in the log', async () => {
    await serving.ask('search', { words: 'secretword' })
    await serving.send(`/api/rounds?session=secretword`)
    expect(JSON.stringify(serving.logged)).not.toContain('secretword')
    expect(serving.logged.at(-1)).toMatchObject({ method: 'GET', path: '/api/rounds', status: 404 })
  })
})

it('what takes too long is ended, with a word on where it may take its time', async () => {
  const hurried = await openServing({ limitMs: 1, diskMs: 1 })
  try {
    const answer = await hurried.ask<{ error: { code: string; hint: string } }>('verify')
    expect(answer.error).toMatchObject({ code: 'interrupted', hint: expect.stringContaining('stet verify') })
  } finally {
    await hurried.close()
  }
})
