import { describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { verify } from '../../src/care/verify.ts'
import type { Session } from '../../src/model/session.ts'
import { exportStream } from '../../src/read/export.ts'
import { problemsOf } from '../../src/record/capture/inscribe.ts'
import { openContext } from '../../src/record/chain/materialize.ts'
import { tag } from '../../src/work/tag.ts'
import {
  answers,
  boundary,
  calls,
  fileOf,
  foreign,
  human,
  type Line,
  lastPrompt,
  meta,
  says,
  summary,
  system,
} from './lines.ts'
import { all, type Bench, commitsOf, meaningOf, onBench, rawOf } from './workbench.ts'

/** What laws failed on once, or chance finds too seldom, one by one. */

describe('steps', () => {
  /** Inscribes the lines one by one. */
  async function expectSameAsWhole(...lines: readonly Line[]): Promise<void> {
    const whole = fileOf(...lines)
    await onBench(async (stepwise) => {
      for (const at of lines.keys()) await stepwise.inscribe(fileOf(...lines.slice(0, at)))
      const meaning = await meaningOf(stepwise.workspace, await stepwise.inscribe(whole))
      expect(meaning).toEqual(await onBench(async (bench) => meaningOf(bench.workspace, await bench.inscribe(whole))))
    })
  }

  const three = [human('u1', null, 'one'), says('a1', 'u1', '1'), human('u2', 'a1', 'two'), says('a2', 'u2', '2')]

  it('that end with a leaf named in an earlier round', () =>
    expectSameAsWhole(...three, human('u3', 'a2', 'three'), lastPrompt('a1')))

  it('that end with a prompt next to the leaf that was named', () =>
    expectSameAsWhole(...three, says('b2', 'u2', 'II'), lastPrompt('a2'), human('u3', 'b2', 'three')))

  it('that end with a line that a leaf record named before it was written', () =>
    expectSameAsWhole(...three, human('u3', 'a1', 'again'), lastPrompt('a9'), says('a9', 'u2', '9')))

  it('that end next to a line that a leaf record named before it was written', () =>
    expectSameAsWhole(...three, lastPrompt('x'), says('x', 'a2', '2'), human('u3', 'a2', 'three')))

  it('that end with a leaf of the current round that is not below the last', () =>
    expectSameAsWhole(human('u1', null, 'one'), says('a1', 'u1', '1'), meta('m', null, 'aside'), lastPrompt('a1')))

  it('that end with the first line after what a compaction kept', () => {
    const kept = boundary('b', 'a2', { headUuid: 'u2', anchorUuid: 's', tailUuid: 'a2' })
    return expectSameAsWhole(...three, kept, summary('s', 'b'), human('u3', 's', 'three'))
  })

  it('that end with an answer in the round a compaction left without a word', () =>
    expectSameAsWhole(human('u1', null, 'one'), boundary('b', 'u1'), summary('s', 'b'), answers('r1', 's', 'lost')))

  it('that end with a prompt without a uuid', () =>
    expectSameAsWhole(...three, { type: 'user', message: { role: 'user', content: 'three' } }))

  it('that end after a line of another tool', () =>
    expectSameAsWhole(...three, foreign('f', 'a2'), says('a3', 'f', '3')))

  it('that end with a parent after its child', () =>
    expectSameAsWhole(
      ...three,
      human('u3', 'late', 'three', { timestamp: '2026-01-02T00:00:00.000Z' }),
      system('late', 'a2', 'x', ''),
    ))

  it('that end with a uuid that was there before', () => expectSameAsWhole(...three, says('a1', 'a2', 'again')))
})

describe('a last line without its newline', () => {
  const first = fileOf(human('u1', null, 'one'))
  const open = fileOf(says('a1', 'u1', '1')).subarray(0, -1)
  const more = fileOf(says('a2', 'u1', '2'))

  async function expectExact(bench: Bench, ...pieces: readonly Buffer[]): Promise<void> {
    const bytes = Buffer.concat(pieces)
    const session = await bench.inscribe(bytes)
    expect((await rawOf(bench.workspace, session)).toString()).toBe(bytes.toString())
    expect(await verify(bench.workspace)).toMatchObject({ ok: true, damaged: [] })
  }

  it('goes on with half a record, then with all of it', () =>
    onBench(async (bench) => {
      await expectExact(bench, first, open)
      await expectExact(bench, first, open, more.subarray(0, 20))
      await expectExact(bench, first, open, more.subarray(0, 40))
      await expectExact(bench, first, open, more)
    }))

  it('goes on with a carriage return, then its newline', () =>
    onBench(async (bench) => {
      await expectExact(bench, first, open)
      await expectExact(bench, first, open, Buffer.from('\r'))
      await expectExact(bench, first, open, Buffer.from('\r\n'), more)
    }))
})

describe('a compaction', () => {
  const said = [human('u1', null, 'one'), says('a1', 'u1', '1')]
  const half = fileOf(...said, boundary('b', 'a1'))
  const end = fileOf(summary('s', 'b'))

  async function kindsOf({ workspace }: Bench, session: Session) {
    return (await commitsOf(workspace, session)).map(({ type }) => type)
  }

  it('that is half written is no problem; a torn line in it is one', () =>
    onBench(async (bench) => {
      const whole = await bench.inscribe(half)
      expect(await problemsOf(bench.workspace, whole)).toEqual([])
      const torn = await bench.inscribe(Buffer.concat([half, end.subarray(0, 20)]))
      expect(await problemsOf(bench.workspace, torn)).toEqual([{ line: 4, problem: 'incomplete last line' }])
      expect(await kindsOf(bench, torn)).toEqual(['delta'])
      expect(await verify(bench.workspace)).toMatchObject({ ok: true, damaged: [] })
    }))

  it('whose summary lacks its newline is whole', () =>
    onBench(async (bench) => {
      const session = await bench.inscribe(Buffer.concat([half, end.subarray(0, -1)]))
      expect(await kindsOf(bench, session)).toEqual(['delta', 'compaction'])
      expect(session.tail).toHaveLength(0)
    }))

  it('whose boundary lacks its newline is half there', () =>
    onBench(async (bench) => {
      const session = await bench.inscribe(half.subarray(0, -1))
      expect(await kindsOf(bench, session)).toEqual(['delta'])
      expect((await rawOf(bench.workspace, session)).equals(half.subarray(0, -1))).toBe(true)
    }))

  it('without a summary ends before what is said next, which no context from the root on misses', () =>
    onBench(async (bench) => {
      const file = Buffer.concat([half, fileOf(says('a2', 'b', '2'))])
      const session = await bench.inscribe(file)
      expect(await kindsOf(bench, session)).toEqual(['delta', 'compaction', 'delta'])
      const head = (await commitsOf(bench.workspace, session)).at(-1)!
      const { read } = await openContext(bench.workspace, head, 'root')
      expect((await read()).toString()).toBe(fileOf(...said, says('a2', 'b', '2')).toString())
    }))

  it('of a file that begins with it is the same in steps, whatever comes before its summary', () =>
    onBench(async (bench) => {
      const lines = [boundary('b', 'a1'), human('x', 'b', 'aside', { isSidechain: true }), summary('s', 'b')]
      for (const at of lines.keys()) await bench.inscribe(fileOf(...lines.slice(0, at + 1)))
      expect(await kindsOf(bench, await bench.inscribe(fileOf(...lines)))).toEqual(['compaction'])
    }))
})

it('an answer is in the round of its call, whatever it hangs on', () =>
  onBench(async (bench) => {
    const file = fileOf(
      human('u1', null, 'one'),
      calls('a1', 'u1', 't1'),
      human('u2', 'a1', 'two'),
      answers('r1', 'u2', 't1'),
    )
    const { blocks } = await meaningOf(bench.workspace, await bench.inscribe(file))
    expect(blocks.filter((block) => block.tool_use_id === 't1').map((block) => block.round_seq)).toEqual([1, 1])
  }))

it('two rounds of one identity are tagged together', () =>
  onBench(async (bench) => {
    const session = await bench.inscribe(
      fileOf(human('u1', null, 'one'), says('a1', 'u1', '1'), human('u1', 'a1', 'one again')),
    )
    await tag(bench.workspace, session, { range: 'all', engagement: 'work' })
    expect((await bench.workspace.store.listRounds(session.id)).map((row) => row.engagement)).toEqual(['work', 'work'])
  }))

describe('nesting deeper than a stack', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const record = (line: Line) => JSON.stringify(line).replace('"@"', deep)
  const file = Buffer.from(
    [
      record(human('u1', null, 'one')),
      record(calls('a1', 'u1', 't1')).replace('"ls"', deep),
      record(answers('r1', 'a1', 't1', '@')),
      record(human('u2', 'r1', 'two', { payload: '@' })),
    ].join('\n'),
  )

  it('is recorded, read back, exported and checked', () =>
    onBench(async (bench) => {
      const session = await bench.inscribe(file)
      expect((await rawOf(bench.workspace, session)).equals(file)).toBe(true)
      const { blocks, problems } = await meaningOf(bench.workspace, session)
      expect(blocks).toHaveLength(1)
      expect(problems.map(({ line }) => line)).toEqual([2, 3, 4])
      expect((await verify(bench.workspace)).damaged).toEqual([])
      await all(exportStream(bench.workspace, session, 'json'))
      await all(exportStream(bench.workspace, session, 'markdown'))
      expect(await check(bench.workspace, bench.path)).toMatchObject({ byte_exact: true })
    }))
})
