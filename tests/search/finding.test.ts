import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { type SearchOptions, search } from '../../src/search/search.ts'
import { tag } from '../../src/work/tag.ts'
import { answers, calls, fileOf, human, type Line, says, thinks } from '../laws/lines.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const FRUIT = '5e55f011-0000-4000-8000-000000000001'
const TOOLS = '5e55f012-0000-4000-8000-000000000002'

let home: string
let workspace: Workspace
let bench: TestWorkspace

beforeAll(async () => {
  bench = await openTestWorkspace({ clock: () => new Date('2026-04-01T00:00:00Z') })
  home = bench.home
  workspace = bench.workspace
  await put(FRUIT, { cwd: '/srv/orchard', gitBranch: 'pears' }, [
    human('u1', null, 'Which tree shall we plant?'),
    says('a1', 'u1', 'An apple tree grows best here.'),
    human('u2', 'a1', 'And what about the fence?'),
    says('a2', 'u2', 'Wood.'),
    { type: 'custom-title', customTitle: 'Quince orchard planning', sessionId: FRUIT } as Line,
  ])
  await put(TOOLS, { cwd: '/srv/kitchen', gitBranch: 'main' }, [
    human('v1', null, 'Run the build'),
    thinks('t1', 'v1', 'pondering marmalade'),
    calls('c1', 't1', 'toolu_1'),
    answers('r1', 'c1', 'toolu_1', 'Error: connect ECONNREFUSED 127.0.0.1:5432'),
    says('b1', 'r1', 'It failed.'),
  ])
  await tag(workspace, await resolveSession(workspace, FRUIT), { range: '2', engagement: 'fence-work' })
})
afterAll(() => bench.close())

async function put(id: string, fields: object, lines: readonly Line[]): Promise<void> {
  const path = join(home, `${id}.jsonl`)
  writeFileSync(path, fileOf(...lines.map((line) => ({ ...line, ...fields }))))
  expect((await inscribe(workspace, [path])).failed).toEqual([])
}

async function refs(words: string | readonly string[], options?: SearchOptions): Promise<readonly string[]> {
  return (await search(workspace, words, options)).hits.map(({ ref }) => ref)
}

it('answers a question in whole sentences', async () => {
  expect((await refs('Which kinds of trees did we decide to plant in the garden?'))[0]).toBe(`${FRUIT}:1`)
})

it('marks the words', async () => {
  const [hit] = (await search(workspace, 'trees')).hits
  expect(hit!.marks.map(([start, end]) => hit!.snippet.slice(start, end))).toEqual(['tree', 'tree'])
})

it('finds a title, and shows it', async () => {
  const [hit] = (await search(workspace, 'quince orchards')).hits
  expect(hit).toMatchObject({ ref: `${FRUIT}:1`, snippet: 'Quince orchard planning', round_id: 'u1' })
  expect((await search(workspace, 'Q++')).hits).toEqual([])
})

describe('filters', () => {
  it.each<[string, SearchOptions, boolean]>([
    ['project by path', { project: '/srv/orchard' }, true],
    ['project by name', { project: 'orchard' }, true],
    ['a folder above', { project: '/srv' }, true],
    ['another project', { project: 'kitchen' }, false],
    ['a part of a name', { project: 'orch' }, false],
    ['branch', { branch: 'pears' }, true],
    ['another branch', { branch: 'main' }, false],
    ['client', { client: 'claude-code' }, true],
    ['client as people call it', { client: 'Claude' }, true],
    ['another client', { client: 'codex' }, false],
    ['engagement', { engagement: 'fence-work' }, true],
    ['another engagement', { engagement: 'roof-work' }, false],
    ['a role nobody has', { role: 'reviewer' }, false],
    ['after', { after: '2020-01-01' }, true],
    ['before', { before: '2020-01-01' }, false],
    ['after, in words', { after: '40 years ago' }, true],
    ['before, in words', { before: '40 years ago' }, false],
  ])('%s', async (_, filter, isFound) => {
    expect(await refs('fence', filter)).toEqual(isFound ? [`${FRUIT}:2`] : [])
  })

  it.each<[string, string, string, readonly string[]]>([
    ['the user', 'user', 'fence', [`${FRUIT}:2`]],
    ['not the assistant', 'assistant', 'fence', []],
    ['the assistant', 'assistant', 'apples grow', [`${FRUIT}:1`]],
    ['not the user', 'user', 'apple', []],
    ['a tool', 'tool', 'econnrefused', [`${TOOLS}:1`]],
    ['not a tool', 'tool', 'fence', []],
    ['with what must be said', 'user', 'tree "shall we"', [`${FRUIT}:1`]],
    ['without what was said', 'user', 'tree -plant', []],
  ])('who said it: %s', async (_, role, words, found) => {
    expect(await refs(words, { role })).toEqual(found)
  })

  it('shows what that one said', async () => {
    const [hit] = (await search(workspace, 'tree', { role: 'assistant' })).hits
    expect(hit!.snippet).toBe('An apple tree grows best here.')
    expect(hit!.marks.map(([start, end]) => hit!.snippet.slice(start, end))).toEqual(['tree'])
  })

  it('engagement leaves out other rounds of the same session', async () => {
    expect(await refs('tree', { engagement: 'fence-work' })).toEqual([])
  })

  it('a time nobody can mean is refused with the forms there are', async () => {
    await expect(search(workspace, 'x', { after: 'soon' })).rejects.toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('7d'),
    })
  })
})

it('a search for several texts finds rounds that have all of them', async () => {
  expect(await refs(['fence', 'wood'])).toEqual([`${FRUIT}:2`])
  expect(await refs(['fence', 'apple'])).toEqual([])
})

describe('what tools got and gave', () => {
  it('is found on demand only', async () => {
    expect(await refs('ECONNREFUSED')).toEqual([])
    expect(await refs('ECONNREFUSED', { where: 'tools' })).toEqual([`${TOOLS}:1`])
    expect(await refs('"connect ECONNREFUSED 127.0.0.1:5432"', { where: 'all' })).toEqual([`${TOOLS}:1`])
  })

  it('shows where', async () => {
    const [hit] = (await search(workspace, 'econnrefused', { where: 'tools' })).hits
    expect(hit!.snippet).toBe('Error: connect ECONNREFUSED 127.0.0.1:5432')
    expect(hit!.marks).toEqual([[15, 27]])
  })

  it('is not thinking, which is in all', async () => {
    expect(await refs('marmalade', { where: 'tools' })).toEqual([])
    expect(await refs('marmalade', { where: 'all' })).toEqual([`${TOOLS}:1`])
  })
})

it('whatever is typed, wherever it is looked for, nothing fails', async () => {
  const pieces = [...'"*-()^:+{}[]<>~\'`\\/%_;,.?!', 'NEAR', 'NEAR(', 'AND', 'OR', 'NOT', 'text:', 'rowid', '""', '*a*']
  const odd = [
    'tree',
    'C++',
    '--flag',
    '木',
    'e\u0301',
    '\0',
    '\ud800',
    '\u202e',
    ' ',
    'a'.repeat(3000),
    '--',
    '/*',
    "';",
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...pieces, ...odd, fc.sample(fc.string({ unit: 'binary' }), 1)[0]!), { maxLength: 12 }),
      fc.constantFrom<SearchOptions>({}, { where: 'tools' }, { where: 'all' }, { role: 'user' }, { mode: 'both' }),
      fc.constantFrom('', ' '),
      async (words, options, between) => {
        await search(workspace, words.join(between), options)
      },
    ),
    { numRuns: 100 },
  )
})
