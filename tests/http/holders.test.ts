import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeToken } from '../../src/record/tokens/tokens.ts'
import { SAMPLE } from '../api/bench.ts'
import { openServing, type Serving } from './serving.ts'

const FIXTURE = readFileSync(join(import.meta.dirname, '../fixtures/claude-code/parallel-tools-2.1.197.jsonl'), 'utf8')
const BOBS = '40e785a0-ef6c-45d7-a6ad-89af98047303'
const OTHERS = 'c0c0c0c0-0000-4000-8000-000000000001'

let serving: Serving
let eve: string
let bob: string
beforeAll(async () => {
  serving = await openServing()
  const storeDir = join(serving.home, '.stet')
  ;[eve, bob] = [await makeToken(storeDir, 'eve@desk', []), await makeToken(storeDir, 'bob@desk', [])]
  const sent = await ask(bob, 'inscribe', { machine: 'desk', path: `/home/bob/${BOBS}.jsonl`, data: FIXTURE })
  expect(sent.status).toBe(200)
})
afterAll(() => serving.close())

async function ask(token: string, action: string, input: object = {}) {
  const headers = { 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, token, body: JSON.stringify(input) }
  const { status, body } = await serving.send(`/api/${action.replaceAll(' ', '/')}`, sent)
  return { status, body, value: JSON.parse(body) }
}

const headOf = async (session: string) =>
  (await serving.ask<{ context_id: string }>('ctx current', { session })).context_id

describe('a token without grants', () => {
  const ACTIONS = ['ctx show', 'ctx history', 'ctx materialize', 'ctx update'] as const
  const more = (action: string) => (action === 'ctx update' ? { summary: 'mine' } : {})

  it('hears nothing of sessions of others, however it asks, and the same of those that are not there', async () => {
    await serving.ask('ctx set', { name: 'review/one', commit_id: SAMPLE })
    const head = await headOf(SAMPLE)
    const there = [
      '',
      '~0',
      '~',
      '74d1',
      'c0c0',
      SAMPLE,
      `${SAMPLE}~0`,
      OTHERS,
      'plan',
      'latest',
      'ctx-',
      head,
      head.slice(0, 6),
    ]
    const files = ['.claude', join(serving.home, '.claude/projects/-project', `${SAMPLE}.jsonl`), 'review/one']
    for (const action of ACTIONS) {
      const nothing = await ask(eve, action, { commit_id: 'ctx-00000000', ...more(action) })
      expect(nothing.status).toBe(403)
      for (const commit_id of [...there, ...files]) {
        const { status, body } = await ask(eve, action, { commit_id, ...more(action) })
        expect({ action, commit_id, status, body }).toEqual({ action, commit_id, status: 403, body: nothing.body })
      }
    }
  })

  it('finds its own by what would be ambiguous among all', async () => {
    for (const commit_id of [BOBS.slice(0, 1), BOBS, '', '~0'])
      expect((await ask(bob, 'ctx show', { commit_id })).value).toMatchObject({ session: BOBS })
    expect((await ask(eve, 'ctx show', { commit_id: '' })).status).toBe(403)
  })

  it('is told nothing where a context begins, nor of forks of others', async () => {
    const commit_id = await headOf(BOBS)
    const begun = async (stop_strategy: string) => {
      const { status, body } = await ask(bob, 'ctx materialize', { commit_id, stop_strategy })
      return { status, body: body.replaceAll(stop_strategy, 'IT') }
    }
    const nothing = await begun('ctx-00000000')
    for (const stop of [await headOf(SAMPLE), '74d1', 'c0c0c0c0', SAMPLE]) expect(await begun(stop)).toEqual(nothing)
    const file = join(serving.home, '.claude/projects/-project', `${SAMPLE}.jsonl`)
    const bytes = () => serving.ask<{ session: string; bytes: number }[]>('sessions')
    const before = await bytes()
    appendFileSync(file, '\n')
    await begun(file)
    expect(await bytes()).toEqual(before)
    const fork = { commit_type: 'delta', data: '{}\n', format: 'claude-code-v1', parent: commit_id }
    const { id } = await serving.ask<{ id: string }>('ctx checkpoint', fork)
    expect((await ask(bob, 'ctx show', { commit_id })).value.children).toEqual([])
    expect((await ask(bob, 'ctx history', { commit_id })).body).not.toContain(id)
    expect((await serving.ask<{ children: string[] }>('ctx show', { commit_id })).children).toEqual([id])
  })

  it('sends nothing that says it comes from a session of others', async () => {
    const agent = 'agent-eve0001'
    const line = (fields: object) =>
      `${JSON.stringify({ type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'hi' }, ...fields })}\n`
    const side = line({ isSidechain: true, agentId: 'eve0001', sessionId: SAMPLE })
    const surgery = (note: object) =>
      `${JSON.stringify({ surgery_metadata: { op: 'trim', created_at: '2026-01-01T00:00:00Z', highest: 9, ...note } })}\n${line({ sessionId: 'x' })}`
    const forged: readonly (readonly [string, string])[] = [
      [`/home/owner/.claude/projects/-project/${SAMPLE}/subagents/${agent}.jsonl`, side],
      [`/home/eve/${agent}.jsonl`, side],
      ['/home/eve/00000000-0000-4000-8000-00000000000a.jsonl', surgery({ parent_session: SAMPLE })],
      ['/home/eve/00000000-0000-4000-8000-00000000000b.jsonl', surgery({ context_id: await headOf(SAMPLE) })],
      ['/home/eve/00000000-0000-4000-8000-00000000000c.jsonl', surgery({ origins: [[SAMPLE, 1, 3, 1]] })],
    ]
    const lineage = await serving.ask('lineage', { session: SAMPLE })
    const before = await serving.ask<unknown[]>('sessions')
    for (const [path, data] of forged) {
      const { status, value } = await ask(eve, 'inscribe', { machine: 'desk', path, data })
      expect({ path, data, status, code: value.error?.code }).toEqual({ path, data, status: 403, code: 'not-allowed' })
      expect(existsSync(join(serving.home, '.stet/received/eve@desk', path))).toBe(false)
    }
    expect(await serving.ask('lineage', { session: SAMPLE })).toEqual(lineage)
    expect(await serving.ask('sessions')).toEqual(before)
    const own = line({ isSidechain: true, agentId: 'bob0001', sessionId: BOBS })
    const path = `/home/bob/${BOBS}/subagents/agent-bob0001.jsonl`
    expect(await ask(bob, 'inscribe', { machine: 'desk', path, data: own })).toMatchObject({ status: 200 })
  })
})

it('a file that is sent below a file, or in the place of a folder, is a name that cannot be', async () => {
  const path = '/home/bob/S.jsonl'
  const send = (more: object) => ask(bob, 'inscribe', { machine: 'desk', path, data: FIXTURE, ...more })
  await send({})
  for (const wrong of [`${path}/x.jsonl`, '/home', '/home/bob'])
    expect(await send({ path: wrong })).toMatchObject({ status: 400, value: { error: { code: 'name-invalid' } } })
})
