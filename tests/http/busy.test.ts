import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
