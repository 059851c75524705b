import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { writesIn } from '../../src/commands/kit/offered.ts'
import { jsonSchema } from '../../src/commands/kit/shape.ts'
import type { SessionSummary } from '../../src/read/sessions.ts'
import type { CommitDifference } from '../../src/record/chain/diff-commits.ts'
import { actionNamed, apiName, HTTP_COMMANDS } from '../../src/shells/api/offers.ts'
import { runAction } from '../../src/shells/api/run-command.ts'
import { schemaOf } from '../../src/shells/api/schema-of.ts'
import type { Operated } from '../../src/surgery/operated.ts'
import { priceOf } from '../../src/surgery/price-of.ts'
import { GOLDEN_CASES } from '../golden/surgery/cases.ts'
import { type Bench, openBench, SAMPLE } from './bench.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench.close())

/** Runs an action and holds its answer against its own schema. */
async function run<T>(name: string, input: object = {}): Promise<T> {
  const action = actionNamed(name)!
  const value = JSON.parse(JSON.stringify(await runAction(action, bench.workspace, input)))
  return z.fromJSONSchema(jsonSchema(action.output) as never).parse(value) as T
}

/** What each action is asked for here; a new one needs a line. */
const ASKED: Readonly<Record<string, object | (() => Promise<object>)>> = {
  overview: {},
  capture: {},
  sessions: {},
  rounds: { session: SAMPLE },
  show: { session: SAMPLE, range: '1-2', kinds: ['user-text'] },
  digest: { session: SAMPLE },
  window: { session: SAMPLE },
  growth: { session: SAMPLE },
  pressure: { session: SAMPLE },
  engagements: {},
  'engagements suggest': { session: SAMPLE },
  matrix: { engagement: 'plan-work' },
  read: { session: SAMPLE, range: '2' },
  inject: { ref: `${SAMPLE}:2`, part: 'tools' },
  why: { file: 'plan.txt', line: 4, text: 'by hand\nby hand\nby hand\nstep one' },
  search: { words: 'plan' },
  trim: { session: SAMPLE, threshold: 100, tools: ['all'] },
  'compress-before': { session: SAMPLE, before: 'round:3' },
  'compress-engagement': { session: SAMPLE, engagement: 'plan-work' },
  'extract-engagement': { session: SAMPLE, engagement: 'plan-work' },
  drop: { session: SAMPLE, range: '2' },
  merge: async () => ({
    sessions: (await run<SessionSummary[]>('sessions')).filter(isMain).map(({ session }) => session),
  }),
  split: { session: SAMPLE, to: { one: '2', two: '3' } },
  revive: { session: SAMPLE, keep_recent: 1 },
  rollover: { session: SAMPLE, issue: 'issue #12' },
  shrink: { session: SAMPLE, to: '5000' },
  compress: { session: SAMPLE },
  restore: async () => {
    rmSync(join(bench.home, '.claude/projects/-project', `${SAMPLE}.jsonl`))
    return { sessions: [SAMPLE] }
  },
  handoff: { session: SAMPLE, entries: [{ kind: 'check', text: 'Look at it again.', rounds: [2] }] },
  operations: {},
  undo: async () => {
    await run('drop', { session: SAMPLE, range: '2' })
    return {}
  },
  diff: async () => {
    const { sessions } = await run<Operated>('drop', { session: SAMPLE, range: '2' })
    return { a: SAMPLE, b: sessions[0]!.session }
  },
  lineage: { session: SAMPLE },
  tag: { session: SAMPLE, range: '2', engagement: 'other-work' },
  untag: { session: SAMPLE, range: '2' },
  'ctx history': async () => ({ commit_id: await head() }),
  'ctx show': async () => ({ commit_id: await head() }),
  'ctx checkpoint': { commit_type: 'delta', data: '{"type":"x"}\n', format: 'claude-code-v1' },
  'ctx materialize': async () => ({ commit_id: await head(), include_content: true }),
  'ctx resolve': { timestamp: '2026-01-01T00:00:00Z' },
  'ctx current': { session: SAMPLE },
  'ctx update': async () => ({ commit_id: await head(), summary: 'what it knew' }),
  'ctx set': async () => ({ name: 'review/one', commit_id: await head() }),
  'ctx get': async () => {
    await run('ctx set', { name: 'review/one', commit_id: await head() })
    return { name: 'review/one' }
  },
  'ctx list': { prefix: 'review/' },
  'ctx delete': async () => {
    await run('ctx set', { name: 'review/one', commit_id: await head() })
    return { name: 'review/one' }
  },
  'ticket create': { title: 'Sort the words', priority: 0 },
  'ticket list': { ready: true },
  'ticket show': async () => ({ ticket: await ticket() }),
  'ticket update': async () => ({ ticket: await ticket(), status: 'review', reviewers: ['bob'] }),
  'ticket note': async () => ({ ticket: await ticket(), text: 'So it is.' }),
  'ticket review': async () => {
    const id = await ticket()
    await run('ticket update', { ticket: id, status: 'review', reviewers: ['bob'] })
    return { ticket: id, disposition: 'approved', by: 'bob' }
  },
  'ticket close': async () => ({ ticket: await ticket() }),
  'ticket reopen': async () => {
    const id = await ticket()
    await run('ticket close', { ticket: id })
    return { ticket: id }
  },
  'ticket discuss': async () => ({ ticket: await ticket() }),
  'ticket verify': async () => ({ ticket: await ticket() }),
  start: async () => ({ template: 'reviewer', context: await head() }),
  'ctx diff': async () => ({ a: await head(), b: 'c0c0c0c0-0000-4000-8000-000000000001' }),
  verify: {},
  inscribe: { machine: 'desk', path: '/home/bob/x.jsonl', data: '{"type":"user"' },
}

/** What is said in ASKED, else what a golden of surgery does with its session. */
async function askedFor(name: string): Promise<object> {
  const asked = ASKED[name]
  if (asked) return typeof asked === 'function' ? asked() : asked
  const golden = GOLDEN_CASES.find(({ command }) => command === name)
  if (!golden) throw new Error(`say in ASKED what ${name} is asked for`)
  return { ...golden.input, session: SAMPLE }
}

/** A document is sent as it is read, and has tests of its own in tests/http. */
function isNoDocument(name: string): boolean {
  return name !== 'export'
}

async function ticket(): Promise<string> {
  return (await run<{ id: string }>('ticket create', { title: 'Sort the words', context_id: await head() })).id
}

describe('every action', () => {
  it.each(HTTP_COMMANDS.map(apiName).filter(isNoDocument))('%s answers as its schema says', async (name) => {
    await run('tag', { session: SAMPLE, range: '2-3', engagement: 'plan-work' })
    await run(name, await askedFor(name))
  })

  it('has a schema that goes into documents', () => {
    for (const command of HTTP_COMMANDS) {
      expect(schemaOf('http', command)).toHaveProperty('properties')
      z.fromJSONSchema(jsonSchema(command.output) as never)
    }
  })

  it.each(HTTP_COMMANDS.filter((command) => writesIn('http', command)).map(apiName))(
    '%s writes nothing in a dry run',
    async (name) => {
      await run('tag', { session: SAMPLE, range: '2-3', engagement: 'plan-work' })
      const input = await askedFor(name)
      const before = await run<unknown[]>('operations')
      const tags = await run('rounds', { session: SAMPLE })
      await run(name, { ...input, dry_run: true })
      expect(await run('operations')).toEqual(before)
      expect(await run('rounds', { session: SAMPLE })).toEqual(tags)
    },
  )
})

it('two commits are compared by where they parted and by their rounds', async () => {
  const { commits } = await run<{ commits: { id: string }[] }>('ctx history', { commit_id: SAMPLE })
  const [tip, root] = [commits[0]!.id, commits.at(-1)!.id]
  const along = await run<CommitDifference>('ctx diff', { a: root, b: tip })
  expect(along).toMatchObject({ a: root, b: tip, base: root, commits_a: [], only_a: [] })
  expect(along.commits_b).toEqual(commits.slice(0, -1).map(({ id }) => id))
  expect(along.same + along.only_b.length).toBe(4)
  const { sessions } = await run<Operated>('drop', { session: SAMPLE, range: '2' })
  const made = await run<CommitDifference>('ctx diff', { a: tip, b: sessions[0]!.session })
  expect(made).toMatchObject({ base: tip, commits_a: [], only_a: [`${SAMPLE}:2`], only_b: [], same: 3 })
  expect(made.tokens_b).toBeLessThan(made.tokens_a)
})

it('a commit that is given is there at once, whose it is the server says, and names are found by how they begin', async () => {
  const parent = await head()
  const data = `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'And now?' } })}\n`
  const given = {
    parent,
    commit_type: 'delta',
    data,
    format: 'claude-code-v1',
    template: 'reviewer',
    ticket_id: 'tkt-1',
    message_count: 7,
  }
  const { id } = await run<{ id: string }>('ctx checkpoint', given)
  expect(await run('ctx show', { commit_id: id })).toMatchObject({
    parent,
    template: 'reviewer',
    ticket_id: 'tkt-1',
    message_count: 7,
    token_count: expect.any(Number),
    principal: expect.stringContaining(bench.workspace.user),
    machine: bench.workspace.machine,
  })
  await expect(run('ctx checkpoint', { ...given, principal: 'root@elsewhere/x' })).rejects.toMatchObject({
    code: 'usage',
  })
  await expect(run('ctx checkpoint', { ...given, artifact_ref: 'art-12' })).rejects.toMatchObject({ code: 'usage' })
  const made = await run<{ content: string }>('ctx materialize', { commit_id: id, include_content: true })
  expect(made.content.endsWith(data)).toBe(true)
  const native = { commit_id: id, output_format: 'claude-code-v1' }
  expect(await run('ctx materialize', native)).toMatchObject({ format: 'claude-code-v1' })
  expect(await run('ctx materialize', { ...native, output_format: 'codex-v1' })).toMatchObject({
    format: 'codex-v1',
    tier: 'rendering',
  })
  expect(await run('ctx materialize', { commit_id: id })).not.toHaveProperty('content')
  const asked = { commit_id: id, output_format: 'events-v1', include_content: true }
  const events = await run<{ content: string }>('ctx materialize', asked)
  expect(events).toMatchObject({ format: 'events-v1', tier: 'rendering', content_type: 'application/json' })
  const again = { ...given, parent: id, format: 'events-v1', data: events.content } // as JSON it comes in again
  const { id: next } = await run<{ id: string }>('ctx checkpoint', again)
  expect(await run('ctx materialize', { commit_id: next, include_content: true })).toMatchObject({
    format: 'events-v1',
    runs: [{ format: 'claude-code-v1' }, { format: 'events-v1', tier: 'native' }],
    content: `${events.content.slice(0, -1)},${events.content.slice(1)}`,
  })
  await run('ctx set', { name: 'review/one', commit_id: id })
  await run('ctx set', { name: 'other', commit_id: id })
  expect(await run('ctx list', { prefix: 'review/' })).toEqual([{ name: 'review/one', context_id: id }])
  const moved = { name: 'other', commit_id: parent }
  await expect(run('ctx set', { ...moved, expect: 'none' })).rejects.toMatchObject({ code: 'tag-moved' })
  await expect(run('ctx set', { ...moved, expect: parent })).rejects.toMatchObject({ code: 'tag-moved' })
  expect(await run('ctx set', { ...moved, expect: id })).toEqual({ name: 'other', context_id: parent })
  for (const name of ['latest', 'none'])
    await expect(run('ctx set', { name, commit_id: id })).rejects.toMatchObject({ code: 'usage' })
})

it('an operation is in the record with its answer, and undo takes it back', async () => {
  const done = await run<Operated>('compress-before', { session: SAMPLE, before: 'round:3' })
  const [made] = done.sessions
  expect(existsSync(made!.path)).toBe(true)
  expect((await run<SessionSummary[]>('sessions')).map(({ session }) => session)).toContain(made!.session)
  expect(await run('undo')).toMatchObject({ undone: done.operation, removed: [made!.path] })
  expect(existsSync(made!.path)).toBe(false)
})

it('a session whose file is gone is put back, and only listed in a dry run', async () => {
  const path = join(bench.home, '.claude/projects/-project', `${SAMPLE}.jsonl`)
  const bytes = readFileSync(path)
  rmSync(path)
  expect(await run('restore', { sessions: [SAMPLE], dry_run: true })).toMatchObject({ restored: [{ path }] })
  expect(existsSync(path)).toBe(false)
  expect(await run('restore')).toMatchObject({ missing: [{ session: SAMPLE }], restored: [] })
  expect(await run('restore', { sessions: [SAMPLE] })).toMatchObject({ missing: [], restored: [{ path }] })
  expect(readFileSync(path)).toEqual(bytes)
})

it('an operation has its price where that of the model is known', async () => {
  const { store } = bench.workspace
  const known = (await store.findSession(SAMPLE as never))!
  const operated = await run<Operated>('drop', { session: SAMPLE, range: '2', dry_run: true })
  const priceFor = (model: string) => {
    const findSession = async () => ({ ...known, facts: { ...known.facts, model } })
    return priceOf({ ...bench.workspace, store: { ...store, findSession } as never }, operated)
  }
  expect(await priceFor('a-model-of-nobody')).toBeNull()
  const { sessions, tokens_before, tokens_after } = operated
  const price = await priceFor('claude-opus-4-5-20251101')
  expect(price!.reread).toBeCloseTo((sessions[0]!.cache.reread / 1e6) * 6.25)
  expect(price!.saved_per_request).toBeCloseTo(((tokens_before - tokens_after) / 1e6) * 0.5)
})

it('a person may write, change and end entries', async () => {
  const hand = (entry: object) =>
    run<{ accepted: readonly string[] }>('handoff', { session: SAMPLE, by: 'user', entries: [entry] })
  const current = async () => (await run<{ current: readonly string[] }>('handoff', { session: SAMPLE })).current
  expect((await hand({ kind: 'rule', text: 'Deploy with Helm only.' })).accepted).toEqual(['e1'])
  expect((await hand({ id: 'e1', kind: 'rule', text: 'Deploy with Helm 3 only.' })).accepted).toEqual(['e2'])
  expect(await current()).toEqual([expect.stringMatching(/^e2 rule: Deploy with Helm 3 only\. \(user, round \d+\)$/)])
  await hand({ id: 'e2', over: 2 })
  expect(await current()).toEqual([expect.stringContaining('e2')])
  await hand({ id: 'e2', over: 4 })
  expect(await current()).toEqual([])
})

describe('what is sent wrongly', () => {
  it.each([
    ['a key nobody knows', { session: SAMPLE, out: '/etc/passwd' }, /out/],
    ['a missing session', {}, /session/],
    ['a session that is a number', { session: 5 }, /session/],
    ['nothing at all', null, /object/],
  ])('%s is a failure that says so', async (_, input, says) => {
    const failure = await runAction(actionNamed('rounds')!, bench.workspace, input).catch((error) => error)
    expect(failure).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(says),
      hint: 'It takes session, last, after, limit.',
    })
  })

  it('a path outside the clients’ folders is not read', async () => {
    const outside = join(bench.home, 'other.jsonl')
    writeFileSync(outside, '{"type":"user","sessionId":"x","uuid":"y","message":{"role":"user","content":"secret"}}\n')
    for (const reference of [outside, `${bench.home}/.claude/../other.jsonl`, 'other.jsonl', '/etc/passwd'])
      await expect(run('rounds', { session: reference })).rejects.toMatchObject({ code: 'file-not-found' })
    await expect(run('inject', { ref: `${outside}:1` })).rejects.toMatchObject({ code: 'file-not-found' })
    await expect(run('ctx history', { commit_id: outside })).rejects.toMatchObject({ code: 'file-not-found' })
    await expect(run('ctx diff', { a: outside, b: await head() })).rejects.toMatchObject({ code: 'file-not-found' })
  })

  it('a path inside them is', async () => {
    const inside = join(bench.home, '.claude/projects/-project', `${SAMPLE}.jsonl`)
    expect(await run<unknown[]>('rounds', { session: inside })).toHaveLength(4)
  })
})

async function head(): Promise<string> {
  return (await run<SessionSummary[]>('sessions')).find(({ session }) => session === SAMPLE)!.head!
}

function isMain({ spawned_by }: SessionSummary): boolean {
  return spawned_by === null
}
