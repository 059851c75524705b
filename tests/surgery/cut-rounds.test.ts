import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verify } from '../../src/care/verify.ts'
import { isFailure } from '../../src/model/errors.ts'
import type { Session } from '../../src/model/session.ts'
import { inject } from '../../src/read/inject.ts'
import { listRounds } from '../../src/read/rounds.ts'
import { show } from '../../src/read/show.ts'
import { resolveRef } from '../../src/record/naming/resolve-ref.ts'
import { diff } from '../../src/surgery/diff.ts'
import { tag } from '../../src/work/tag.ts'
import { answers, boundary, calls, fileOf, human, says, summary } from '../laws/lines.ts'
import { openSurgeryBench, type Step, type SurgeryBench } from './bench.ts'
import { faultsOf, linesIn } from './output.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

const FIXTURES = join(import.meta.dirname, '../fixtures/claude-code')
const LONG = 'a long line\n'.repeat(500)

/** Round 1 is before the compaction, round 2 was cut by it: it kept nothing, and the work went on. */
const WENT_ON = fileOf(
  human('a', null, 'First of all.'),
  says('b', 'a', 'First answer.'),
  human('c', 'b', 'Do the second.'),
  calls('d', 'c', 'toolu_1'),
  answers('e', 'd', 'toolu_1', 'before it'),
  boundary('f', 'e'),
  summary('g', 'f'),
  calls('h', 'g', 'toolu_2'),
  answers('i', 'h', 'toolu_2', LONG),
  says('j', 'i', 'Second answer.'),
  human('k', 'j', 'And the third?'),
  says('l', 'k', 'Third answer.'),
)

describe.each([
  ['whose work went on', () => bench.inscribe(WENT_ON), 2, 'Second answer.', 'Do the second.'],
  [
    'of which lines were kept',
    () => bench.inscribeFile(join(FIXTURES, 'auto-compact-2.1.325.jsonl')),
    4,
    'It is nearly full now.',
    'Say when it is full.',
  ],
] as const)('a round that a compaction cut, %s', (_, open, cut, left, asked) => {
  it('is marked, and read whole', async () => {
    const session = await open()
    const listed = await listRounds(bench.workspace, session)
    expect(listed.filter((round) => round.cut_by_compaction).map(({ round }) => round)).toEqual([cut])
    const shown = await show(bench.workspace, session, { range: String(cut) })
    expect(shown.rounds[0]).toMatchObject({ round: cut, active: true, cut_by_compaction: true })
    const { text } = await inject(bench.workspace, await resolveRef(bench.workspace, `${session.id}:${cut}`, undefined))
    expect(text).toContain(asked)
    expect(text).toContain(left)
    expect((await verify(bench.workspace)).ok).toBe(true)
  })

  it.each<Step>([
    { kind: 'drop', range: String(cut), kinds: [] },
    { kind: 'compress-before', before: `round:${cut + 1}` },
    { kind: 'compress-engagement', engagement: 'cut-work' },
  ])('becomes a row: $kind', async (step) => {
    const session = await open()
    await tag(bench.workspace, session, { range: String(cut), engagement: 'cut-work' })
    const operated = await bench.operate(session, step)
    expect(operated.sessions[0]).toMatchObject({ indexed_rounds: String(cut) })
    const made = await bench.made(operated)
    expect(faultsOf(made.source)).toEqual([])
    const { changed } = await diff(bench.workspace, session, made)
    expect(changed).toEqual([{ ref: `${session.id}:${cut}`, from: 'partial', to: 'indexed' }])
  })

  it('is a part of what is split off, and of nothing else', async () => {
    const session = await open()
    const children = [
      { id: 'own', ranges: [String(cut)] },
      { id: 'other', ranges: [String(cut + 1)] },
    ]
    const operated = await bench.operate(session, { kind: 'split', children })
    const [own, other] = [await bench.made(operated, 0), await bench.made(operated, 1)]
    expect(operated.sessions.map(({ rounds_partial }) => rounds_partial)).toEqual([1, 0])
    for (const made of [own, other]) expect(faultsOf(made.source)).toEqual([])
    expect(said(own)).toContain(left)
    expect(said(other)).not.toContain(left)
    const merged = await bench.made(await bench.operate(own, { kind: 'merge', others: [other] }))
    expect(faultsOf(merged.source)).toEqual([])
    expect(said(merged)).toContain(left)
  })

  it('merged with another session is in front, below the legend', async () => {
    const session = await open()
    const other = await bench.inscribe(fileOf(human('o', null, 'Something else.'), says('p', 'o', 'Else.')))
    const merged = await bench.made(await bench.operate(session, { kind: 'merge', others: [other] }))
    expect(faultsOf(merged.source)).toEqual([])
    const [first] = linesIn(merged.source).filter(({ type }) => type === 'user')
    expect(JSON.stringify(first)).toContain('This context joins 2 sessions')
  })

  it('is extracted by what is left of it', async () => {
    const session = await open()
    await tag(bench.workspace, session, { range: String(cut), engagement: 'cut-work' })
    const made = await bench.made(await bench.operate(session, { kind: 'extract-engagement', engagement: 'cut-work' }))
    expect(faultsOf(made.source)).toEqual([])
    expect(said(made)).toContain(left)
    expect((await diff(bench.workspace, session, made)).only_b).toEqual([])
  })

  it('goes along in a trim and an export, and stays what it is', async () => {
    const session = await open()
    for (const step of [{ kind: 'export' }, { kind: 'trim', options: { threshold: 100 } }] as const) {
      const operated = await bench.operate(session, step).catch(nothingToDo)
      if (!operated) continue
      const made = await bench.made(operated)
      expect(faultsOf(made.source)).toEqual([])
      const { only_a, only_b } = await diff(bench.workspace, session, made)
      expect([only_a, only_b]).toEqual([[], []])
      const again = await bench.operate(made, { kind: 'drop', range: String(cut), kinds: [] })
      expect(again.sessions[0]).toMatchObject({ indexed_rounds: String(cut) })
    }
  })
})

describe('rounds that are not sent any more', () => {
  const BACK = /^Brought back from the record: rounds 1 of session/

  it('are extracted when their engagement is named, and the answer says so', async () => {
    const session = await bench.inscribe(WENT_ON)
    await tag(bench.workspace, session, { range: '1,3', engagement: 'old-work' })
    const operated = await bench.operate(session, { kind: 'extract-engagement', engagement: 'old-work' })
    expect(operated.warnings).toEqual([expect.stringMatching(BACK)])
    expect(operated.sessions[0]).toMatchObject({ rounds_full: 2 })
    const made = await bench.made(operated)
    expect(faultsOf(made.source)).toEqual([])
    expect(said(made)).toContain('First answer.')
    expect((await listRounds(bench.workspace, made)).map(({ round }) => round)).toEqual([1, 3])
  })

  it('are split off when they are named', async () => {
    const session = await bench.inscribe(WENT_ON)
    const operated = await bench.operate(session, { kind: 'split', children: [{ id: 'first', ranges: ['1'] }] })
    expect(operated.warnings).toEqual([expect.stringMatching(BACK)])
    const made = await bench.made(operated)
    expect(said(made)).toContain('First answer.')
    expect(faultsOf(made.source)).toEqual([])
  })

  it('are all that a split needs, also of a branch that was left', async () => {
    const session = await bench.inscribe(
      fileOf(
        human('a', null, 'One.'),
        says('b', 'a', 'First answer.'),
        human('c', 'b', 'Left.'),
        calls('d', 'c', 'toolu_1'),
        answers('e', 'd', 'toolu_1', 'of the branch'),
        human('f', 'b', 'Taken.'),
        says('g', 'f', 'Third answer.'),
      ),
    )
    const made = await bench.made(
      await bench.operate(session, { kind: 'split', children: [{ id: 'left', ranges: ['2'] }] }),
    )
    expect(faultsOf(made.source)).toEqual([])
    expect(said(made)).toContain('of the branch')
  })

  it('have nothing that could be dropped or compressed, and the answer says what can be done', async () => {
    const session = await bench.inscribe(WENT_ON)
    await tag(bench.workspace, session, { range: '1', engagement: 'old-work' })
    await expect(bench.operate(session, { kind: 'drop', range: '1', kinds: [] })).rejects.toMatchObject({
      code: 'round-not-found',
      hint: expect.stringContaining('stet split'),
    })
    await expect(bench.operate(session, { kind: 'compress-engagement', engagement: 'old-work' })).rejects.toMatchObject(
      { code: 'nothing-to-do', hint: expect.stringContaining('extract-engagement') },
    )
  })
})

function said({ source }: Session): string {
  return JSON.stringify(linesIn(source))
}

function nothingToDo(error: unknown): undefined {
  if (!isFailure(error, 'nothing-to-do')) throw error
}
