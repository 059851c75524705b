import { appendFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inject } from '../../src/read/inject.ts'
import { resolveRef } from '../../src/record/naming/resolve-ref.ts'
import { answers, boundary, calls, command, fileOf, human, reply, says, summary } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'
import { contentOf, faultsOf, linesIn } from './output.ts'
import { expectReferences } from './references.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

const LONG = 'a long line\n'.repeat(500)
const CUT = `${LONG.slice(0, 500)}\n…[cut by stet: 6000 characters, 500 kept; `

/** The client compacted in the middle of round 1, and went on with its work. */
const FILE = fileOf(
  human('a', null, 'Do it.'),
  says('b', 'a', 'I begin.'),
  boundary('c', 'b'),
  summary('d', 'c'),
  calls('e', 'd', 'toolu_1'),
  answers('f', 'e', 'toolu_1', LONG),
  says('g', 'f', 'Done.'),
  human('h', 'g', 'And that?'),
  calls('i', 'h', 'toolu_2'),
  answers('j', 'i', 'toolu_2', LONG),
  says('k', 'j', 'Done, too.'),
)

it('a trim cuts what was done after a compaction, before anybody said a word', async () => {
  const session = await bench.inscribe(FILE)
  const operated = await bench.operate(session, { kind: 'trim' })
  expect(operated.trimmed_count).toBe(2)
  const made = await bench.made(operated)
  expect(faultsOf(made.source)).toEqual([])
  expect(resultsIn(made.source).map((text) => text.startsWith(CUT))).toEqual([true, true])
  expect(await expectReferences(bench, made)).toBe(2)
  const [ref] = /[^ ]+:1:\d+(?=\]$)/.exec(resultsIn(made.source)[0]!)!
  const { text } = await inject(bench.workspace, await resolveRef(bench.workspace, ref, undefined))
  expect(text).toBe(LONG)
  await expect(bench.operate(made, { kind: 'trim', options: { threshold: 20 } })).rejects.toMatchObject({
    code: 'nothing-to-do',
  })
})

it.each([
  [1, [true, false]],
  [2, [false, false]],
])('a trim that keeps the last %i takes what is before the first round for one more', async (keepRecent, cut) => {
  const session = await bench.inscribe(FILE)
  const options = { kind: 'trim', options: { keepRecent } } as const
  if (!cut.includes(true)) {
    await expect(bench.operate(session, options)).rejects.toMatchObject({ code: 'nothing-to-do' })
    return
  }
  const made = await bench.made(await bench.operate(session, options))
  expect(resultsIn(made.source).map((text) => text.startsWith(CUT))).toEqual(cut)
})

it.each([
  ['drop', { kind: 'drop', range: '1', kinds: [] }],
  ['compress-before', { kind: 'compress-before', before: 'round:2' }],
] as const)(
  'a %s makes a row of the round whose work went on there, also of one that was cut before',
  async (_, step) => {
    const session = await bench.inscribe(FILE)
    const trimmed = await bench.made(await bench.operate(session, { kind: 'trim' }))
    for (const from of [session, trimmed]) {
      const operated = await bench.operate(from, step)
      expect(operated.sessions[0]).toMatchObject({ rounds_indexed: 1 })
      const made = await bench.made(operated)
      expect(faultsOf(made.source)).toEqual([])
      expect(resultsIn(made.source)).toHaveLength(1)
      const said = JSON.stringify(linesIn(made.source))
      expect(said).toContain('Summary: all of it')
      expect(said).toContain('| 001 | ')
      const { text } = await inject(bench.workspace, await resolveRef(bench.workspace, `${made.id}:1`, undefined))
      expect(text).toContain('Do it.')
      expect(text).toContain(LONG)
      expect(await expectReferences(bench, made)).toBeGreaterThan(0)
    }
  },
)

it('blocks of that work can be dropped, too', async () => {
  const session = await bench.inscribe(FILE)
  const operated = await bench.operate(session, { kind: 'drop', range: '1', kinds: ['tool_result'] })
  expect(operated.sessions[0]).toMatchObject({ rounds_full: 1, rounds_partial: 1 })
  const made = await bench.made(operated)
  expect(faultsOf(made.source)).toEqual([])
  expect(resultsIn(made.source).map((text) => text === LONG)).toEqual([false, true])
  expect(await expectReferences(bench, made)).toBe(1)
})

it('what is left of that work is found again where its first line was left out', async () => {
  const unsigned = reply('t', 'd', [{ type: 'thinking', thinking: 'Hm.' }])
  const file = fileOf(
    human('a', null, 'Do it.'),
    boundary('c', 'a'),
    summary('d', 'c'),
    unsigned,
    calls('e', 't', 'toolu_1'),
    answers('f', 'e', 'toolu_1', LONG),
    says('g', 'f', 'Done.'),
    human('h', 'g', 'And that?'),
    says('k', 'h', 'Done, too.'),
  )
  const trimmed = await bench.made(await bench.operate(await bench.inscribe(file), { kind: 'trim' }))
  const dropped = await bench.made(await bench.operate(trimmed, { kind: 'drop', range: '1', kinds: [] }))
  expect(resultsIn(dropped.source)).toEqual([])
})

it('what the client noted between an index and the next prompt stays there', async () => {
  const dropped = await bench.made(
    await bench.operate(await bench.inscribe(FILE), { kind: 'drop', range: '2', kinds: [] }),
  )
  const leaf = linesIn(dropped.source).at(-1)!.uuid as string
  appendFileSync(dropped.source, fileOf(command('x', leaf, 'model'), human('y', 'x', 'Now?'), says('z', 'y', 'Now.')))
  const made = await bench.made(await bench.operate(await bench.inscribeFile(dropped.source), { kind: 'export' }))
  const texts = linesIn(made.source).flatMap((line) => contentOf(line).map(({ text }) => String(text).slice(0, 9)))
  expect(texts.slice(-3)).toEqual(['<command-', 'Now?', 'Now.'])
})

function resultsIn(path: string): readonly string[] {
  return linesIn(path).flatMap((line) =>
    contentOf(line).flatMap(({ type, content }) => (type === 'tool_result' ? [String(content)] : [])),
  )
}

it('children of a split are merged with the rounds that their parent has lost to a compaction', async () => {
  const rounds = fileOf(
    ...[1, 2, 3].flatMap((nth) => [
      human(`h${nth}`, nth === 1 ? null : `s${nth - 1}`, `Prompt ${nth}.`),
      says(`s${nth}`, `h${nth}`, `Answer ${nth}.`),
    ]),
  )
  const parent = await bench.inscribe(rounds)
  const children = [
    { id: 'two', ranges: ['2'] },
    { id: 'three', ranges: ['3'] },
  ]
  const split = await bench.operate(parent, { kind: 'split', children })
  const [first, second] = [await bench.made(split, 0), await bench.made(split, 1)]
  appendFileSync(parent.source, fileOf(boundary('x', 's3'), summary('y', 'x'), human('z', 'y', 'Go on.')))
  await bench.inscribeFile(parent.source)
  const merged = await bench.operate(first, { kind: 'merge', others: [second] })
  expect(merged.sessions[0]).toMatchObject({ rounds_full: 3, rounds_indexed: 0 })
  const made = await bench.made(merged)
  expect(faultsOf(made.source)).toEqual([])
  expect(JSON.stringify(linesIn(made.source))).toContain('Answer 1.')
})

describe('in a merge', () => {
  /** The rest of round 1, an index of round 2, what the client noted, and round 3. */
  async function prepared() {
    const dropped = await bench.made(
      await bench.operate(await bench.inscribe(FILE), { kind: 'drop', range: '2', kinds: [] }),
    )
    const leaf = linesIn(dropped.source).at(-1)!.uuid as string
    appendFileSync(dropped.source, fileOf(command('x', leaf, 'model'), human('y', 'x', 'Now?'), says('z', 'y', LONG)))
    return bench.inscribeFile(dropped.source)
  }
  const saidIn = (path: string) => JSON.stringify(linesIn(path).map(contentOf))

  it('the rest of a round goes along, also where another source has a row for it', async () => {
    const session = await bench.inscribe(FILE)
    const row = await bench.made(await bench.operate(session, { kind: 'compress-before', before: 'round:2' }))
    const trimmed = await bench.made(await bench.operate(session, { kind: 'trim' }))
    const merged = await bench.made(await bench.operate(trimmed, { kind: 'merge', others: [row] }))
    expect(resultsIn(merged.source)).toHaveLength(2)
  })

  it('what the client noted before a round is there, whichever source the round is taken from', async () => {
    const whole = await prepared()
    const cut = await bench.made(await bench.operate(whole, { kind: 'trim' }))
    for (const [one, other] of [
      [whole, cut],
      [cut, whole],
    ] as const) {
      const merged = await bench.made(await bench.operate(one, { kind: 'merge', others: [other] }))
      expect(saidIn(merged.source)).toContain('/model')
    }
  })

  it('what goes to the top is no part of the rest', async () => {
    const session = await prepared()
    const dropped = await bench.made(await bench.operate(session, { kind: 'drop', range: '3', kinds: [] }))
    const again = await bench.made(await bench.operate(dropped, { kind: 'drop', range: '1', kinds: [] }))
    expect(saidIn(again.source)).toContain('/model')
    expect(saidIn(again.source).match(/# Index of/g)).toHaveLength(1)
  })
})
