import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { SAMPLE } from '../api/bench.ts'
import { openServing, type Serving } from './serving.ts'

/** In the form of a key that rules know, and of nobody. */
const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
const HOSTILE = '5ec5ec00-0000-4000-8000-000000000001'

let serving: Serving
beforeAll(async () => {
  serving = await openServing()
  const path = join(serving.home, '.claude/projects/-project', `${HOSTILE}.jsonl`)
  const content = `<script>alert(1)</script> my token is ${SECRET} \u202Eend`
  const line = {
    type: 'user',
    sessionId: HOSTILE,
    uuid: '00000000-0000-4000-8000-000000000001',
    parentUuid: null,
    timestamp: '2026-01-01T00:00:00.000Z',
    cwd: '/x',
    message: { role: 'user', content },
  }
  writeFileSync(path, `${JSON.stringify(line)}\n`)
  await inscribe(serving.workspace, [path])
})
afterAll(() => serving.close())

const asked = (session: string, to: string, more: object = {}) =>
  serving.send('/api/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session, to, ...more }),
  })

it('a session comes as one page to keep, with nothing to load and nothing that acts', async () => {
  const { status, headers, body } = await asked(SAMPLE, 'html')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-disposition']).toBe(`attachment; filename="${SAMPLE}"`)
  expect(body).toContain('Let a helper count the steps.')
  expect(body).toContain('<title>A plan, a helper, a long list</title>')
  expect(body).toContain("default-src 'none'")
  expect(body).not.toMatch(/<script|src="(?!data:)|href=|@import|url\(/)
})

it('secrets are masked in it, and what was recorded is text', async () => {
  const { body } = await asked(HOSTILE, 'html')
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(body).not.toContain(SECRET)
  expect(body).toContain('[masked: ')
  expect(body).not.toContain('\u202E')
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
