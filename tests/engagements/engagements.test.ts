import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { cutSession, splitSession } from '../../src/surgery/operations.ts'
import { readSplitMap } from '../../src/surgery/read-split-map.ts'
import { type ReviveOptions, reviveSession } from '../../src/surgery/revive-session.ts'
import { undo } from '../../src/surgery/undo.ts'
import {
  advanceEngagement,
  closeEngagement,
  engagementStatus,
  startEngagement,
  theEngagement,
} from '../../src/work/engage.ts'
import { listEngagements } from '../../src/work/list-engagements.ts'
import { matrixOf } from '../../src/work/matrix.ts'
import { splitHint } from '../../src/work/split-hint.ts'
import { suggestEngagements } from '../../src/work/suggest-engagements.ts'
import { applyTags, readSuggestions, suggestTags } from '../../src/work/suggest-tags.ts'
import { tag } from '../../src/work/tag.ts'
import { tagByPhases } from '../../src/work/tag-by-phases.ts'
import { answers, fileOf, human, type Line, reply, says } from '../laws/lines.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const ID = '5e55f031-0000-4000-8000-000000000001'

let home: string
let now: Date
let workspace: Workspace
let bench: TestWorkspace

beforeEach(async () => {
  now = new Date('2026-03-19T10:00:00.000Z')
  bench = await openTestWorkspace({ user: 'me', clock: () => now })
  home = bench.home
  workspace = bench.workspace
})
afterEach(() => bench.close())

/** Rounds that begin at these minutes after ten. */
function rounds(
  minutes: readonly number[],
  said: (at: number) => string = (at) => `round about thing${at}`,
): readonly Line[] {
  return minutes.flatMap((minute, at) => {
    const timestamp = `2026-03-19T10:${String(minute).padStart(2, '0')}:00.000Z`
    return [
      { ...human(`u${at}`, at === 0 ? null : `a${at - 1}`, said(at)), timestamp, cwd: home },
      { ...says(`a${at}`, `u${at}`, 'done'), timestamp, cwd: home },
    ]
  })
}

/** The same, each with an edit of a file. */
function edits(
  minutes: readonly number[],
  said: (at: number) => string,
  file: (at: number) => string,
): readonly Line[] {
  return rounds(minutes, said).flatMap((line, at) => {
    if (at % 2 === 1) return [line]
    const number = at / 2
    const input = { file_path: join(home, file(number)), old_string: 'a', new_string: 'b' }
    const call = reply(`c${number}`, `u${number}`, [{ type: 'tool_use', id: `toolu_${number}`, name: 'Edit', input }])
    const answer = answers(`r${number}`, `c${number}`, `toolu_${number}`, 'done')
    const { timestamp, cwd } = line
    return [line, { ...call, timestamp, cwd }, { ...answer, timestamp, cwd }]
  })
}

async function put(lines: readonly Line[]) {
  const path = join(home, `${ID}.jsonl`)
  writeFileSync(path, fileOf(...lines))
  expect((await inscribe(workspace, [path])).failed).toEqual([])
  return resolveSession(workspace, ID)
}

const tags = async () =>
  (await workspace.store.listRounds((await resolveSession(workspace, ID)).id))
    .filter((row) => row.round > 0)
    .map((row) => row.engagement)

describe('engagement.md', () => {
  it('begins, advances and is closed; what is not known in it stays byte for byte', () => {
    expect(startEngagement(workspace, 'write', { id: 'console-work' })).toMatchObject({ phase: 'gather' })
    const path = join(home, 'engagement.md')
    const text = readFileSync(path, 'utf8').replace(
      'obligations: []',
      'obligations: []\nboard:\n  - keep: "this" # really',
    )
    writeFileSync(path, `${text}My own notes.\n`)
    now = new Date('2026-03-19T10:10:00.000Z')
    expect(advanceEngagement(workspace, undefined, {})).toMatchObject({ phase: 'research' })
    now = new Date('2026-03-19T10:20:00.000Z')
    expect(advanceEngagement(workspace, 'draft', {}).phases).toEqual([
      { phase: 'gather', from: '2026-03-19T10:00:00.000Z', to: '2026-03-19T10:10:00.000Z' },
      { phase: 'research', from: '2026-03-19T10:10:00.000Z', to: '2026-03-19T10:20:00.000Z' },
      { phase: 'draft', from: '2026-03-19T10:20:00.000Z', to: null },
    ])
    const after = readFileSync(path, 'utf8')
    expect(after).toContain('board:\n  - keep: "this" # really\n')
    expect(after.endsWith('My own notes.\n')).toBe(true)
    expect(engagementStatus({ ...workspace, cwd: join(home, 'a/b') })).toMatchObject([{ engagement: 'console-work' }])
    expect(closeEngagement(workspace, {}).path).toContain('.archive')
    expect(existsSync(path)).toBe(false)
    expect(readdirSync(join(home, '.archive'))).toHaveLength(1)
    expect(engagementStatus(workspace)).toEqual([])
    expect(() => advanceEngagement(workspace, 'x', {})).toThrow(/No engagement is active/)
  })

  it('reads phases in flow form, and advances them', () => {
    const front =
      '---\nengagement_id: x\nphase: b\nstarted: 2026-03-19\nphases_completed: [{phase: a, completed: 2026-03-19T09:00:00Z}]\nextra: 1\n---\nbody\n'
    writeFileSync(join(home, 'engagement.md'), front)
    expect(advanceEngagement(workspace, 'c', {}).phases.map(({ phase }) => phase)).toEqual(['a', 'b', 'c'])
    expect(readFileSync(join(home, 'engagement.md'), 'utf8')).toContain('extra: 1\n---\nbody\n')
  })

  it('with a dry run nothing is written', () => {
    startEngagement(workspace, 'review', { dryRun: true })
    expect(existsSync(join(home, 'engagement.md'))).toBe(false)
  })
})

describe('rounds are put into an engagement', () => {
  it('by the engagement that the folder is at, those that began since and that nobody untagged', async () => {
    now = new Date('2026-03-19T10:05:00.000Z')
    startEngagement(workspace, 'write', { id: 'console-work' })
    const session = await put(rounds([1, 6, 7]))
    expect(await tags()).toEqual([null, 'console-work', 'console-work'])
    await tag(workspace, session, { range: '2', engagement: null })
    const more = rounds([1, 6, 7, 8]).slice(-2)
    appendFileSync(join(home, `${ID}.jsonl`), fileOf(...more))
    await inscribe(workspace, [join(home, `${ID}.jsonl`)])
    expect(await tags()).toEqual([null, null, 'console-work', 'console-work'])
  })

  it('by the one that is asked for, of a new session also those that began before', async () => {
    now = new Date('2026-03-19T10:05:00.000Z')
    startEngagement(workspace, 'write', { id: 'one-work' })
    const path = join(home, `${ID}.jsonl`)
    const other = join(home, '5e55f031-0000-4000-8000-000000000002.jsonl')
    writeFileSync(path, fileOf(...rounds([1, 6])))
    writeFileSync(
      other,
      fileOf(...rounds([1]).map((line) => ({ ...line, uuid: `x${line.uuid}`, sessionId: undefined }))),
    )
    const early = expect.stringContaining('Rounds that began before one-work did are not put into it by themselves')
    expect((await inscribe(workspace, [path])).warnings).toEqual([early])
    expect(await tags()).toEqual([null, 'one-work'])
    const [session] = (await inscribe(workspace, [other], { engagement: 'one-work' })).sessions
    expect((await workspace.store.listRounds(session!.session)).map((row) => row.engagement)).toEqual(['one-work'])
    appendFileSync(path, fileOf(...rounds([1, 6, 7]).slice(-2)))
    const nowhere = 'The engagement two-work is active nowhere that these sessions work; no round is in it.'
    expect((await inscribe(workspace, [path], { engagement: 'two-work' })).warnings).toEqual([nowhere])
    expect(await tags()).toEqual([null, 'one-work', 'one-work'])
    await expect(inscribe(workspace, [path], { engagement: '../x' })).rejects.toMatchObject({
      code: 'engagement-invalid',
    })
  })

  it('by none where two are active', async () => {
    startEngagement(workspace, 'write', { id: 'one-work' })
    startEngagement(workspace, 'write', { id: 'two-work' })
    const path = join(home, `${ID}.jsonl`)
    writeFileSync(path, fileOf(...rounds([6])))
    const { warnings } = await inscribe(workspace, [path])
    expect(warnings).toEqual([expect.stringMatching(/Several engagements are active in .*: two-work, one-work;/)])
    expect(await tags()).toEqual([null])
    writeFileSync(path, fileOf(...rounds([6, 7])))
    expect(await inscribe(workspace, [path], { engagement: 'two-work' })).toMatchObject({ warnings: [] })
    expect(await tags()).toEqual(['two-work', 'two-work'])
  })

  it('by the phases of an engagement, afterwards', async () => {
    const session = await put(rounds([1, 20]))
    now = new Date('2026-03-19T10:10:00.000Z')
    startEngagement(workspace, 'write', { id: 'console-work' })
    await tagByPhases(workspace, theEngagement(workspace, undefined), [session])
    expect(await tags()).toEqual([null, 'console-work'])
  })

  it('by words, after a look: nothing is written before', async () => {
    await put(rounds([1, 2, 3], (at) => (at === 1 ? 'the console is broken' : 'apples')))
    const suggested = await suggestTags(workspace, 'console work')
    expect(suggested.candidates).toMatchObject([{ ref: `${ID}:2`, engagement: 'console-work' }])
    expect(await tags()).toEqual([null, null, null])
    await applyTags(workspace, readSuggestions(JSON.stringify(suggested)))
    expect(await tags()).toEqual([null, 'console-work', null])
    await applyTags(workspace, readSuggestions(`# looked through\n${ID}:3  fruit-work  0.5 apples\n`))
    expect(await tags()).toEqual([null, 'console-work', 'fruit-work'])
    expect(() => readSuggestions('nothing')).toThrow(/has no line with rounds/)
  })

  it('by words, but not what came before the first message', async () => {
    const [first, ...others] = rounds([1, 2], () => 'the console is broken')
    await put([says('before', null, 'the console is broken'), { ...first!, parentUuid: 'before' }, ...others])
    const suggested = await suggestTags(workspace, 'console work')
    expect(suggested.candidates.map(({ ref }) => ref).sort()).toEqual([`${ID}:1`, `${ID}:2`])
    await applyTags(workspace, readSuggestions(JSON.stringify(suggested)))
    expect(await tags()).toEqual(['console-work', 'console-work'])
  })

  it('by groups of files, words and time', async () => {
    const said = (at: number) =>
      at < 4
        ? `the parser grammar token stream lexer part${at}`
        : `deploy kubernetes cluster ingress helm chart part${at}`
    const file = (at: number) => (at < 4 ? 'src/parser/grammar.ts' : `deploy/charts/values-${at % 2}.yaml`)
    await put(edits([1, 2, 3, 4, 5, 6, 7, 8], said, file))
    const session = await resolveSession(workspace, ID)
    const { engagements, candidates, split } = await suggestEngagements(workspace, { session })
    expect(engagements.map(({ sessions }) => sessions[0]!.range)).toEqual(['1-4', '5-8'])
    expect(engagements.map(({ engagement }) => engagement)).toEqual(['parser-grammar', 'charts-values-0'])
    expect(new Set(candidates.map(({ score }) => score)).size).toBeGreaterThan(1)
    expect(split).toMatch(/^stet split 5e55f031-\S+ --to \S+=1-4 --to \S+=5-8$/)
    expect(await tags()).toEqual(new Array(8).fill(null))
    expect(await splitHint(workspace, session)).toBeNull()
  })

  it('but none where no files tell them apart, or where all is one piece of work', async () => {
    const said = (at: number) =>
      at < 7 ? `the parser grammar token stream lexer part${at}` : `deploy kubernetes cluster ingress helm part${at}`
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
    const words = await put(rounds(minutes, said))
    expect(await suggestEngagements(workspace, { session: words })).toEqual({
      engagements: [],
      candidates: [],
      split: null,
    })
    expect(await splitHint(workspace, words)).toBeNull()
    const one = await put(
      edits(
        minutes,
        () => 'the parser grammar',
        () => 'src/parser/grammar.ts',
      ),
    )
    expect((await suggestEngagements(workspace, { session: one })).engagements).toEqual([])
  })

  it('none by a folder that is called as that of the session, nor by the client’s own plans', async () => {
    const said = (at: number) =>
      at < 4
        ? `the parser grammar token stream lexer part${at}`
        : `deploy kubernetes cluster ingress helm chart part${at}`
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8]
    const named = async (later: (at: number) => string) => {
      const first = (at: number) => `src/parser/grammar-${at}.ts`
      await put(edits(minutes, said, (at) => (at < 4 ? first(at) : later(at))))
      const { engagements } = await suggestEngagements(workspace, { session: await resolveSession(workspace, ID) })
      return engagements.map(({ engagement }) => engagement)
    }
    expect(await named((at) => `deploy/charts/values-${at}.yaml`)).toEqual(['parser', 'charts'])
    expect(await named((at) => `../.claude/plans/quiet-running-fox-${at % 2}.md`)).toEqual([])
    expect(await named((at) => `${basename(home)}/part-${at}.ts`)).toEqual([])
  })

  it('advice is to split a long session of two workstreams until it is tagged', async () => {
    const said = (at: number) =>
      at < 7 ? `the parser grammar token stream lexer part${at}` : `deploy kubernetes cluster ingress helm part${at}`
    const file = (at: number) => (at < 7 ? 'src/parser/grammar.ts' : 'deploy/values.yaml')
    const session = await put(edits([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], said, file))
    expect(await splitHint(workspace, session)).toMatchObject({
      workstreams: [expect.any(String), expect.any(String)],
      command: `stet tag suggest --session ${ID}`,
    })
    await tag(workspace, session, { range: '1-7', engagement: 'parser' })
    expect(await splitHint(workspace, session)).toBeNull()
  })

  it('by a split, as its children are called', async () => {
    const session = await put(rounds([1, 2, 3]))
    const children = [
      { id: 'left-work', ranges: ['2'] },
      { id: 'Right Side', ranges: ['3'] },
    ]
    mkdirSync(join(home, '.claude'))
    await splitSession(workspace, session, { children, shared: [] }, { dryRun: true })
    expect(await tags()).toEqual([null, null, null])
    await splitSession(workspace, session, { children, shared: [] })
    expect(await tags()).toEqual([null, 'left-work', null])
  })

  it('a split follows the tags, and shares those with the same beginning', async () => {
    const session = await put(rounds([1, 2, 3, 4, 5]))
    const given = { map: undefined, to: [], shared: undefined }
    await expect(readSplitMap(workspace, session, given)).rejects.toMatchObject({ code: 'usage' })
    await tag(workspace, session, { range: '1', engagement: 'common-setup' })
    await tag(workspace, session, { range: '2', engagement: 'common-rules' })
    await tag(workspace, session, { range: '3,5', engagement: 'left-work' })
    const left = { id: 'left-work', ranges: ['3,5'] }
    expect(await readSplitMap(workspace, session, { ...given, shared: 'common' })).toEqual({
      children: [left],
      shared: ['1-2'],
    })
    const named = { ...given, to: ['right-work=4'], shared: 'common-' }
    expect(await readSplitMap(workspace, session, named)).toEqual({
      children: [{ id: 'right-work', ranges: ['4'] }],
      shared: ['1-2'],
    })
    await expect(readSplitMap(workspace, session, { ...given, shared: 'nope' })).rejects.toMatchObject({
      code: 'engagement-not-found',
    })
    mkdirSync(join(home, '.claude'))
    const ranges = await readSplitMap(workspace, session, { ...given, shared: 'common' })
    const { sessions } = await splitSession(workspace, session, ranges, { dryRun: true })
    expect(sessions).toMatchObject([{ name: 'left-work', rounds_full: 2, rounds_indexed: 3 }])
  })
})

it('undo takes back the tags that a split gave, not those that somebody gave since', async () => {
  const session = await put(rounds([1, 2, 3, 4]))
  await tag(workspace, session, { range: '4', engagement: 'mine-work' })
  const ranges = {
    children: [
      { id: 'left-work', ranges: ['1-2'] },
      { id: 'right-work', ranges: ['3-4'] },
    ],
    shared: [],
  }
  await splitSession(workspace, session, ranges)
  expect(await tags()).toEqual(['left-work', 'left-work', 'right-work', 'mine-work'])
  await tag(workspace, session, { range: '2', engagement: 'other-work' })
  await undo(workspace, undefined)
  expect(await tags()).toEqual([null, 'other-work', null, 'mine-work'])
})

it('the matrix has phases and roles, and a row for what is in no phase', async () => {
  now = new Date('2026-03-19T10:05:00.000Z')
  startEngagement(workspace, 'write', { id: 'console-work', phase: 'research' })
  now = new Date('2026-03-19T10:10:00.000Z')
  advanceEngagement(workspace, 'draft', {})
  const session = await put(rounds([1, 6, 12]))
  await tag(workspace, session, { range: '1', engagement: 'console-work' })
  expect(await matrixOf(workspace, 'console-work')).toEqual({
    engagement: 'console-work',
    phases: [
      { phase: 'research', cells: { main: [`${ID}:2`] }, counts: { main: 1 } },
      { phase: 'draft', cells: { main: [`${ID}:3`] }, counts: { main: 1 } },
      { phase: 'unphased', cells: { main: [`${ID}:1`] }, counts: { main: 1 } },
    ],
  })
  await expect(matrixOf(workspace, 'nope')).rejects.toMatchObject({ code: 'engagement-not-found' })
})

it('revive takes a phase, and without anything said the last one, where the session has rounds before and since', async () => {
  now = new Date('2026-03-19T10:05:00.000Z')
  startEngagement(workspace, 'write', { id: 'console-work', phase: 'research' })
  now = new Date('2026-03-19T10:10:00.000Z')
  advanceEngagement(workspace, 'draft', {})
  const session = await put(rounds([1, 6, 12, 13]))
  const shape = async (options: ReviveOptions) => {
    const [made] = (await reviveSession(workspace, session, { ...options, dryRun: true })).sessions
    return [made!.rounds_full, made!.indexed_rounds]
  }
  expect(await shape({})).toEqual([2, '1-2'])
  expect(await shape({ before: 'research' })).toEqual([3, '1'])
  expect(await shape({ keepRecent: 3 })).toEqual([3, '1'])
  now = new Date('2026-03-19T10:30:00.000Z')
  advanceEngagement(workspace, 'validate', {})
  expect(await shape({})).toEqual([4, '']) // all of it is from before
})

it('compress-before takes a phase', async () => {
  now = new Date('2026-03-19T10:05:00.000Z')
  startEngagement(workspace, 'write', { id: 'console-work', phase: 'research' })
  now = new Date('2026-03-19T10:10:00.000Z')
  advanceEngagement(workspace, 'draft', {})
  const session = await put(rounds([1, 6, 12]))
  const cut = await cutSession(workspace, session, { kind: 'compress-before', before: 'draft' }, { dryRun: true })
  expect(cut.sessions[0]).toMatchObject({ rounds_full: 1, rounds_indexed: 2 })
  await expect(
    cutSession(workspace, session, { kind: 'compress-before', before: 'nope' }, { dryRun: true }),
  ).rejects.toMatchObject({ code: 'usage' })
})

it('compress-before takes a phase of the folder that it is asked in, where the session is of another that has none', async () => {
  const session = await put(rounds([1, 6, 12]).map((line) => ({ ...line, cwd: '/srv/elsewhere' })))
  now = new Date('2026-03-19T10:10:00.000Z')
  startEngagement(workspace, 'write', { id: 'console-work', phase: 'draft' })
  const cut = await cutSession(workspace, session, { kind: 'compress-before', before: 'draft' }, { dryRun: true })
  expect(cut.sessions[0]).toMatchObject({ rounds_full: 1, rounds_indexed: 2 })
})

it('advances along the phases of its method, and back where that has a way', () => {
  startEngagement(workspace, 'write', { id: 'console-work' })
  expect(() => advanceEngagement(workspace, 'validate', {})).toThrow('In write, validate does not follow gather.')
  for (let step = 0; step < 3; step++) advanceEngagement(workspace, undefined, {})
  expect(() => advanceEngagement(workspace, 'gather', {})).toThrow('In write, gather does not follow validate.')
  expect(advanceEngagement(workspace, 'draft', {})).toMatchObject({ phase: 'draft' })
  expect(advanceEngagement(workspace, 'monitoring', {})).toMatchObject({ phase: 'monitoring' })
})

it('tags by phases and compress-before with a phase say which rounds are not as one might think, and why', async () => {
  const lines = rounds([1, 6, 9, 12])
  const late = lines.map((line, at) => (at === 5 ? { ...line, timestamp: '2026-03-19T10:11:00.000Z' } : line))
  const session = await put(late)
  now = new Date('2026-03-19T10:05:00.000Z')
  startEngagement(workspace, 'write', { id: 'console-work', phase: 'research' })
  now = new Date('2026-03-19T10:10:00.000Z')
  advanceEngagement(workspace, 'draft', {})
  await tag(workspace, session, { range: '2', engagement: 'other-work' })
  expect(await tagByPhases(workspace, theEngagement(workspace, undefined), [session])).toMatchObject({
    sessions: [
      {
        tagged: [3, 4],
        skipped: [
          { rounds: '1', why: 'began in no phase of it' },
          { rounds: '2', why: 'in other-work' },
        ],
      },
    ],
  })
  const { warnings } = await cutSession(
    workspace,
    session,
    { kind: 'compress-before', before: 'draft' },
    { dryRun: true },
  )
  expect(warnings).toContain('Round 3 went on into the phase draft, and is in the index because it began before.')
})

it('tells of tags that look odd', async () => {
  const session = await put(rounds(Array.from({ length: 14 }, (_, at) => at)))
  await tag(workspace, session, { range: '1-8', engagement: 'a' })
  await tag(workspace, session, { range: '4', engagement: 'b' })
  await tag(workspace, session, { range: '9,11', engagement: 'c' })
  await tag(workspace, session, { range: '10,12', engagement: 'd' })
  const { odd, engagements } = await listEngagements(workspace)
  expect(odd.map(({ what, range }) => `${what} ${range}`)).toEqual(
    expect.arrayContaining(['isolated 4', 'alternating 9']),
  )
  expect(engagements.find(({ engagement }) => engagement === 'a')).toMatchObject({
    rounds: 7,
    sessions: [{ range: '1-3,5-8' }],
  })
})

it('lists the engagements of a long session without taking the square of its rounds', async () => {
  const many = 400_000
  const rounds = Array.from({ length: many }, (_, at) => ({
    session: 's',
    round: at + 1,
    roundId: `r${at}`,
    engagement: 'work',
    started: null,
    ended: null,
  }))
  const store = {
    listOperations: async () => [],
    async *listSessions() {
      yield { id: 's' }
    },
    listRounds: async () => rounds,
  }
  const { engagements } = await listEngagements({ store } as unknown as Workspace)
  expect(engagements).toMatchObject([{ rounds: many, sessions: [{ session: 's', range: `1-${many}` }] }])
}, 60_000)
