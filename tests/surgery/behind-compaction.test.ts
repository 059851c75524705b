import { afterEach, beforeEach, expect, it } from 'vitest'
import { inject, resolveRef } from '../../src/actions/inject.ts'
import { answers, boundary, calls, fileOf, human, says, summary } from '../laws/lines.ts'
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

it('a trim cuts what was done behind a compaction, before anybody said a word', async () => {
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

function resultsIn(path: string): readonly string[] {
  return linesIn(path).flatMap((line) =>
    contentOf(line).flatMap(({ type, content }) => (type === 'tool_result' ? [String(content)] : [])),
  )
}
