import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packAlways } from '../../src/record/pack.ts'
import { makeToken, revokeToken } from '../../src/record/tokens/tokens.ts'
import { SAMPLE } from '../api/bench.ts'
import { openServing, type Serving } from './serving.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/claude-code/parallel-tools-2.1.197.jsonl')

let serving: Serving
let storeDir: string
beforeAll(async () => {
  serving = await openServing()
  storeDir = join(serving.home, '.stet')
})
afterAll(() => serving.close())

async function ask(token: string | null, action: string, input: object = {}) {
  const headers = { 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, token, body: JSON.stringify(input) }
  const { status, body } = await serving.send(`/api/${action.replaceAll(' ', '/')}`, sent)
  return { status, value: JSON.parse(body) }
}

describe('a token of a principal', () => {
  it('lets one write and read what is its own, and says whose that is', async () => {
    const token = await makeToken(storeDir, 'bob@desk', [])
    const file = { path: '/home/bob/40e785a0-ef6c-45d7-a6ad-89af98047303.jsonl', data: readFileSync(FIXTURE, 'utf8') }
    const { value } = await ask(token, 'inscribe', { ...file, machine: 'laptop', user: 'ada' })
    const commit_id = value.sessions[0].head
    expect((await ask(token, 'ctx show', { commit_id })).value).toMatchObject({
      machine: 'desk',
      principal: expect.stringMatching(/^bob@desk\//),
    })
    for (const action of ['ctx history', 'ctx materialize'])
      expect((await ask(token, action, { commit_id })).status).toBe(200)
    expect((await ask(token, 'ctx update', { commit_id, summary: 'mine' })).status).toBe(200)
    const checkpoint = { commit_type: 'delta', data: '{"type":"x"}\n', format: 'claude-code-v1' }
    const made = await ask(token, 'ctx checkpoint', checkpoint)
    expect((await ask(token, 'ctx show', { commit_id: made.value.id })).value.principal).toMatch(/^bob@desk/)
    expect((await serving.send('/api/status', { token: null })).status).toBe(200)
  })

  it('reads of others with agent/read, changes with agent/write, and else is refused', async () => {
    const { context_id: commit_id } = await serving.ask<{ context_id: string }>('ctx current', { session: SAMPLE })
    const reads: [string, object][] = [
      ['sessions', {}],
      ['rounds', { session: SAMPLE }],
      ['search', { words: 'plan' }],
      ['ctx show', { commit_id }],
      ['ctx history', { commit_id }],
      ['ctx materialize', { commit_id, include_content: true }],
      ['ctx resolve', { principal_local: 'ada@laptop/claude-code', timestamp: '2026-01-01T00:00:00Z' }],
    ]
    const { artifact_ref } = await serving.ask<{ artifact_ref: string }>('ctx show', { commit_id })
    const writes: [string, object][] = [
      ['ctx checkpoint', { commit_type: 'delta', artifact_ref, format: 'claude-code-v1' }],
      ['ctx checkpoint', { commit_type: 'delta', data: '{}\n', parent: commit_id, format: 'claude-code-v1' }],
      ['ctx update', { commit_id, summary: 'theirs' }],
      ['tag', { session: SAMPLE, range: '2', engagement: 'other-work' }],
    ]
    const statuses = async (token: string, asked: typeof reads) =>
      Promise.all(asked.map(async ([action, input]) => (await ask(token, action, input)).status))
    const none = await makeToken(storeDir, 'eve@desk', [])
    expect(new Set(await statuses(none, [...reads, ...writes]))).toEqual(new Set([403]))
    const { value } = await ask(none, 'ctx materialize', { commit_id })
    expect(value.error).toMatchObject({ code: 'not-allowed', facts: { grant: 'agent/read' } })
    const reading = await makeToken(storeDir, 'carol@desk', ['agent/read'])
    expect(new Set(await statuses(reading, reads))).toEqual(new Set([200]))
    expect(new Set(await statuses(reading, writes))).toEqual(new Set([403]))
    const writing = await makeToken(storeDir, 'dan@desk', ['agent/write'])
    expect(new Set(await statuses(writing, writes))).toEqual(new Set([200]))
  })

  it('does not go on with a session of somebody else, from its own machine or another', async () => {
    const whole = readFileSync(FIXTURE)
    const session = '40e785a0-ef6c-45d7-a6ad-89af98047309'
    const text = whole.toString().replaceAll('40e785a0-ef6c-45d7-a6ad-89af98047303', session)
    const path = `/home/ann/${session}.jsonl`
    const ann = await makeToken(storeDir, 'ann@hall', [])
    const cut = Math.floor(text.length / 2)
    expect((await ask(ann, 'inscribe', { machine: 'x', path, data: text.slice(0, cut) })).status).toBe(200)
    const evil = text.slice(0, text.indexOf('\n') + 1).replace(/"uuid":"[^"]*"/, '"uuid":"u"')
    const sessions = await serving.ask('sessions')
    for (const principal of ['eve@hall', 'mal@phone']) {
      const token = await makeToken(storeDir, principal, [])
      const send = (more: object) => ask(token, 'inscribe', { machine: 'x', path, ...more })
      expect(await send({ offset: cut, data: evil })).toMatchObject({
        status: 409,
        value: { error: { facts: { received: 0 } } },
      })
      for (const data of [evil, text])
        expect(await send({ data })).toMatchObject({ status: 403, value: { error: { code: 'not-allowed' } } })
      expect((await send({ data: packAlways(Buffer.from(text)).toString('base64'), encoding: 'base64' })).status).toBe(
        403,
      )
      const commit = { commit_type: 'delta', data: '{}\n', format: 'claude-code-v1', session_id: session }
      expect((await ask(token, 'ctx checkpoint', commit)).status).toBe(403)
    }
    expect(await serving.ask('sessions')).toEqual(sessions)
    const rest = await ask(ann, 'inscribe', { machine: 'x', path, data: text.slice(cut), offset: cut })
    expect(rest).toMatchObject({ status: 200, value: { received: text.length, failed: [] } })
  })

  it('captures nothing when it is refused, and what it captures of this machine stays its owner’s', async () => {
    const file = join(serving.home, '.claude/projects/-project', `${SAMPLE}.jsonl`)
    const head = async () => {
      const sessions = await serving.ask<{ session: string; head: string }[]>('sessions')
      const { id, principal, machine } = (await serving.workspace.store.findCommit(
        sessions.find(({ session }) => session === SAMPLE)!.head as never,
      ))!
      return { id, principal, machine }
    }
    const before = await head()
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .find((one) => one.includes('"type":"user"'))!
    appendFileSync(file, `${line.replace(/"uuid":"[^"]*"/, '"uuid":"11111111-1111-4111-8111-111111111111"')}\n`)
    const none = await makeToken(storeDir, 'eve@desk', [])
    const checkpoint = { commit_type: 'delta', data: '{}\n', format: 'claude-code-v1', parent: file }
    expect((await ask(none, 'ctx show', { commit_id: file })).status).toBe(403)
    expect((await ask(none, 'ctx checkpoint', checkpoint)).status).toBe(403)
    expect((await ask(none, 'ctx resolve', { timestamp: '2099-01-01T00:00:00Z' })).value.commit_id).toBeNull()
    expect(await head()).toEqual(before)
    const writing = await makeToken(storeDir, 'carol@desk', ['agent/read', 'agent/write'])
    const made = await ask(writing, 'ctx checkpoint', checkpoint)
    const after = await head()
    expect([after.id === before.id, after.principal, after.machine]).toEqual([false, before.principal, before.machine])
    const { value } = await ask(writing, 'ctx show', { commit_id: made.value.id })
    expect(value).toMatchObject({ principal: expect.stringMatching(/^carol@desk/), machine: 'desk' })
  })

  it('is not the start of another, is kept as a hash for its owner only, and counts until it is taken away', async () => {
    const token = await makeToken(storeDir, 'bo@desk', [])
    const { context_id: commit_id } = await serving.ask<{ context_id: string }>('ctx current', { session: SAMPLE })
    expect((await ask(token, 'ctx show', { commit_id })).status).toBe(403)
    const file = join(storeDir, 'tokens.json')
    expect(readFileSync(file, 'utf8')).not.toContain(token)
    expect(statSync(file).mode & 0o077).toBe(0)
    expect((await ask(token, 'ctx list')).status).toBe(403)
    await revokeToken(storeDir, 'bo@desk')
    expect((await ask(token, 'ctx list')).status).toBe(401)
    await expect(makeToken(storeDir, 'no principal', [])).rejects.toMatchObject({ code: 'usage' })
  })
})
