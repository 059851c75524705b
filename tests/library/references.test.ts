import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  contextWindow,
  cutSession,
  diff,
  exportStream,
  forget,
  forkContext,
  history,
  inject,
  inscribe,
  lineage,
  listRounds,
  materialize,
  mergeSessions,
  pressureOf,
  search,
  setContextName,
  show,
  tag,
  trimSession,
} from '../../src/index.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const SAMPLE = '74d1e164-ddd5-4de0-bd89-15866832b85f'
const FILE = resolve(import.meta.dirname, `../../sample/${SAMPLE}.jsonl`)
let bench: TestWorkspace

beforeAll(async () => {
  bench = await openTestWorkspace()
  await inscribe(bench.workspace, [FILE])
})
afterAll(() => bench.close())

it('reading takes an id, its beginning or a path', async () => {
  const { workspace } = bench
  const rounds = await listRounds(workspace, SAMPLE)
  expect(rounds.length).toBeGreaterThan(3)
  for (const reference of [SAMPLE.slice(0, 8), FILE]) expect(await listRounds(workspace, reference)).toEqual(rounds)
  const shown = await show(workspace, SAMPLE.slice(0, 8), { range: '1' })
  expect(shown.session).toBe(SAMPLE)
  expect((await inject(workspace, `${SAMPLE.slice(0, 8)}:1`)).blocks).toEqual(shown.rounds[0]!.blocks)
  expect((await inject(workspace, '1', { session: SAMPLE })).round).toBe(1)
  expect((await contextWindow(workspace, SAMPLE)).session).toBe(SAMPLE)
  expect((await pressureOf(workspace, SAMPLE)).session).toBe(SAMPLE)
  expect((await lineage(workspace, SAMPLE)).session).toBe(SAMPLE)
  expect((await diff(workspace, SAMPLE, FILE)).changed).toEqual([])
  const words = rounds[0]!.user_preview.split(' ').slice(0, 4).join(' ')
  expect((await search(workspace, words, { session: SAMPLE })).hits[0]?.session).toBe(SAMPLE)
  let bytes = 0
  for await (const piece of exportStream(workspace, SAMPLE, 'raw')) bytes += piece.length
  expect(bytes).toBeGreaterThan(1000)
})

it('writing takes the same', async () => {
  const { workspace } = bench
  const dry = { dryRun: true }
  expect((await tag(workspace, SAMPLE, { range: '1', engagement: 'first-steps' })).tagged).toEqual([1])
  expect((await trimSession(workspace, SAMPLE, { threshold: 100 }, dry)).from).toEqual([SAMPLE])
  expect((await cutSession(workspace, SAMPLE, { kind: 'export' }, dry)).from).toEqual([SAMPLE])
  expect((await forget(workspace, [SAMPLE], dry)).forgotten[0]?.session).toBe(SAMPLE)
  await expect(mergeSessions(workspace, [SAMPLE, FILE], dry)).rejects.toMatchObject({ code: 'usage' })
})

it('a commit may be named by its id, a name or the session it is the head of', async () => {
  const { workspace } = bench
  const { commits } = await history(workspace, SAMPLE)
  expect(await setContextName(workspace, 'the-sample', SAMPLE)).toMatchObject({ context_id: commits[0]!.id })
  const made = await materialize(workspace, 'the-sample')
  expect(await materialize(workspace, commits[0]!.id)).toMatchObject({ artifact_ref: made.artifact_ref })
  const fork = await forkContext(workspace, 'the-sample', { out: join(bench.home, 'fork.jsonl'), dryRun: true })
  expect(fork.context_id).toBe(commits[0]!.id)
})

it('a reference that names nothing is a failure with a code', async () => {
  await expect(listRounds(bench.workspace, 'nobody')).rejects.toMatchObject({ code: 'session-not-found' })
  await expect(history(bench.workspace, 'ctx-0000')).rejects.toMatchObject({ code: 'commit-not-found' })
})
