import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { makeToken } from '../../src/record/tokens/tokens.ts'
import { SAMPLE } from '../api/bench.ts'
import { openServing, type Serving } from './serving.ts'

/** In the form of a key that rules know, and of nobody. */
const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
const HOSTILE = '5ec5ec00-0000-4000-8000-000000000001'
const WITHOUT_SOURCE = '5ec5ec00-0000-4000-8000-000000000002'

let serving: Serving
beforeAll(async () => {
  serving = await openServing()
  await recorded(HOSTILE, `<script>alert(1)</script> ![x](http://example.com/x.png) my token is ${SECRET} \u202Eend`)
})
afterAll(() => serving.close())

/** A session in which one thing was said. */
async function recorded(sessionId: string, content: unknown): Promise<void> {
  const path = join(serving.home, '.claude/projects/-project', `${sessionId}.jsonl`)
  const line = {
    type: 'user',
    sessionId,
    uuid: '00000000-0000-4000-8000-000000000001',
    parentUuid: null,
    timestamp: '2026-01-01T00:00:00.000Z',
    cwd: '/x',
    message: { role: 'user', content },
  }
  writeFileSync(path, `${JSON.stringify(line)}\n`)
  await inscribe(serving.workspace, [path])
}

const asked = (session: string, to: string, more: object = {}, token = serving.server.token) =>
  serving.send('/api/export', {
    token,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session, to, ...more }),
  })

it('a session comes as one page to keep, with nothing to load and nothing that acts', async () => {
  const { status, headers, body } = await asked(SAMPLE, 'html')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-disposition']).toBe('attachment; filename="a-plan-a-helper-a-long-list.html"')
  expect(body).toContain('Let a helper count the steps.')
  expect(body).toContain('<title>A plan, a helper, a long list</title>')
  expect(body).toContain("default-src 'none'")
  expect(body.match(/<script/g)).toHaveLength(1)
  expect(body).not.toMatch(/src="(?!data:)|href="(?!#)|@import|url\((?!#)/)
})

it('secrets are masked in it, and what was recorded is text', async () => {
  const { body } = await asked(HOSTILE, 'html')
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; ')
  expect(body).not.toContain(SECRET)
  expect(body).toContain('[masked: ')
  expect(body).not.toContain('\u202E')
})

it('a Markdown document has no HTML and no pictures of what was recorded', async () => {
  const { body } = await asked(HOSTILE, 'markdown')
  expect(body).toContain('&lt;script>alert(1)&lt;/script> &#33;[x](http://example.com/x.png)')
  expect(body).not.toContain('<script')
})

it.each(['raw', 'json'])('%s is exact, and comes only to whom says that secrets may be in it', async (to) => {
  const refused = await asked(HOSTILE, to)
  expect(refused.status).toBe(400)
  expect(refused.body).toContain('Set secrets to true')
  expect(refused.body).not.toContain(SECRET)
  const { status, body } = await asked(HOSTILE, to, { secrets: true })
  expect(status).toBe(200)
  expect(body).toContain(SECRET)
})

it('the file of the client comes byte for byte', async () => {
  const raw = await asked(SAMPLE, 'raw', { secrets: true })
  expect(raw.body).toBe(readFileSync(join(serving.home, '.claude/projects/-project', `${SAMPLE}.jsonl`), 'utf8'))
  expect((await asked(SAMPLE, 'pdf')).status).toBe(400)
})

it('a grant to read others gives no secrets of theirs', async () => {
  const token = await makeToken(join(serving.home, '.stet'), 'carol@desk', ['agent/read'])
  for (const to of ['raw', 'json']) {
    const { status, body } = await asked(HOSTILE, to, { secrets: true }, token)
    expect([to, status, JSON.parse(body).error.code]).toEqual([to, 403, 'not-allowed'])
  }
  const page = await asked(HOSTILE, 'html', { secrets: true }, token)
  expect([page.status, page.body.includes(SECRET)]).toEqual([200, false])
})

it('a picture without a source is none', async () => {
  const content = [
    { type: 'image', source: null },
    { type: 'text', text: 'after it' },
  ]
  await recorded(WITHOUT_SOURCE, content)
  expect(await asked(WITHOUT_SOURCE, 'html')).toMatchObject({ status: 200, body: expect.stringContaining('after it') })
})

it('the connection breaks when an export fails midway, so that no half is taken for the whole', async () => {
  const { store } = serving.workspace
  const { listSpans, listEngagements } = store
  try {
    store.listSpans = async () => {
      throw new TypeError('a mistake')
    }
    await expect(asked(SAMPLE, 'json', { secrets: true })).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(serving.logged).toContainEqual({ method: 'POST', path: '/api/export', status: 500, error: 'TypeError' })
    store.listEngagements = store.listSpans as never // before the first bytes
    expect((await asked(SAMPLE, 'json', { secrets: true })).status).toBe(500)
  } finally {
    Object.assign(store, { listSpans, listEngagements })
  }
})
