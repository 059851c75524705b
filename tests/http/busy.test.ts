import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { makeToken } from '../../src/record/tokens/tokens.ts'
import { answers, calls, fileOf, human } from '../laws/lines.ts'
import { openServing, type Serving } from './serving.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const ID = '5ec0de01-0000-4000-8000-000000000001'
/** What took the masking of before the square of its length: JSON in one line with an address at its beginning. */
const MINIFIED = `{"url":"https://host.example/a/b","list":[${'{"id":1,"key":"value","path":"a/b:c"},'.repeat(60_000)}0]}`

let serving: Serving
beforeAll(async () => {
  serving = await openServing()
  const path = join(serving.home, '.claude/projects/-project', `${ID}.jsonl`)
  writeFileSync(
    path,
    fileOf(human('u1', null, 'read it'), calls('a1', 'u1', 't1'), answers('r1', 'a1', 't1', MINIFIED)),
  )
  expect((await inscribe(serving.workspace, [path])).failed).toEqual([])
})
afterAll(() => serving.close())

it('answers others while a long text is masked', async () => {
  expect(MINIFIED.length).toBeGreaterThan(2_000_000)
  let isDone = false
  const asked = serving
    .send('/api/inject', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ ref: `${ID}:1` }) })
    .then((answer) => {
      isDone = true
      return answer
    })
  let answered = 0
  while (!isDone) {
    expect((await serving.send('/api/status')).status).toBe(200)
    answered++
  }
  expect((await asked).body).toContain('host.example')
  expect(answered).toBeGreaterThan(5)
}, 60_000)

it('takes no long body of a token that allows nothing of others', async () => {
  const token = await makeToken(join(serving.home, '.stet'), 'bob@desk', [])
  const send = (length: number) =>
    serving.send('/api/why', {
      method: 'POST',
      headers: JSON_TYPE,
      token,
      body: JSON.stringify({ file: 'a', text: 'x'.repeat(length) }),
    })
  expect((await send(8_100_000)).status).toBe(413)
  expect((await send(1_000)).status).not.toBe(413)
}, 60_000)

it('waits for a body only so long, and what waited for its turn meanwhile is taken in', async () => {
  const limited = await openServing({ limitMs: 1_500 })
  try {
    const headers = { authorization: `Bearer ${limited.server.token}`, ...JSON_TYPE, 'content-length': 2_000_000 }
    const port = new URL(limited.server.origin).port
    const late = new Promise<number | undefined>((done, fail) => {
      const asked = request({ host: '127.0.0.1', port, path: '/api/why', method: 'POST', headers, agent: false })
      asked.on('response', (answer) => done(answer.resume().statusCode))
      asked.on('error', fail)
      asked.write('{"file":"')
    })
    await setTimeout(200)
    const body = JSON.stringify({ file: 'a', note: 'x'.repeat(1_100_000) })
    const after = await limited.send('/api/inscribe', { method: 'POST', headers: JSON_TYPE, body })
    expect(await late).toBe(408)
    expect(after.status).not.toBe(408)
  } finally {
    await limited.close()
  }
}, 60_000)
