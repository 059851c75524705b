import { afterEach, beforeEach, expect, it } from 'vitest'
import { answers, calls, fileOf, human, says, thinks } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'
import { contentOf, faultsOf, linesIn } from './output.ts'
import { expectReferences } from './references.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

const LONG = 'a long line\n'.repeat(50)

/** Blocks 0 to 6: what was asked, a thought, a call and its result, another call and its result, an answer. */
const FILE = fileOf(
  human('a', null, 'one'),
  thinks('b', 'a', 'thoughts'),
  calls('c', 'b', 'toolu_1'),
  answers('d', 'c', 'toolu_1', LONG),
  calls('e', 'd', 'toolu_2'),
  answers('f', 'e', 'toolu_2', LONG),
  says('g', 'f', 'Done.'),
)

it.each([
  ['1:3', ['thinking', 'tool_use', 'tool_result', 'tool_use', LONG, 'Done.'], 1],
  ['1:3,1:5', ['thinking', 'tool_use', 'tool_result', 'tool_use', 'tool_result', 'Done.'], 2],
  ['1:1', ['reference', 'tool_use', LONG, 'tool_use', LONG, 'Done.'], 1],
  ['1:4', ['thinking', 'tool_use', LONG, 'reference', 'Done.'], 2],
])('%s leaves these blocks out and no other', async (range, left, references) => {
  const session = await bench.inscribe(FILE)
  const operated = await bench.operate(session, { kind: 'drop', range, kinds: [] })
  expect(operated.sessions[0]).toMatchObject({ rounds_full: 0, rounds_partial: 1, rounds_indexed: 0 })
  const made = await bench.made(operated)
  expect(faultsOf(made.source)).toEqual([])
  const blocks = linesIn(made.source).flatMap(contentOf)
  expect(blocks.slice(1).map(toldBy)).toEqual(left)
  expect(await expectReferences(bench, made)).toBe(references)
  await expect(bench.operate(made, { kind: 'drop', range, kinds: [] })).rejects.toMatchObject({
    code: range === '1:4' || range === '1:1' ? 'usage' : 'nothing-to-do',
  })
})

it('a call stays whose result was cut already: its reference would lead to a notice', async () => {
  const session = await bench.inscribe(FILE)
  const cut = await bench.made(await bench.operate(session, { kind: 'drop', range: '1:3', kinds: [] }))
  await expect(bench.operate(cut, { kind: 'drop', range: '1:2', kinds: [] })).rejects.toMatchObject({
    code: 'nothing-to-do',
  })
  const made = await bench.made(await bench.operate(cut, { kind: 'drop', range: '1:2,1:4', kinds: [] }))
  expect(faultsOf(made.source)).toEqual([])
  expect(await expectReferences(bench, made)).toBe(3)
})

it('the name that show prints is taken, too', async () => {
  const session = await bench.inscribe(FILE)
  const range = `${session.id.slice(0, 8)}:1:3`
  expect(await bench.operate(session, { kind: 'drop', range, kinds: [] })).toMatchObject({ kind: 'drop' })
})

it.each([
  ['1:0', 'usage'],
  ['1:6', 'usage'],
  ['1:9', 'round-not-found'],
  ['9:1', 'round-not-found'],
  ['1:x', 'range-invalid'],
  ['other:1:3', 'range-invalid'],
  ['1:3,2', 'range-invalid'],
])('%s is refused', async (range, code) => {
  const session = await bench.inscribe(FILE)
  await expect(bench.operate(session, { kind: 'drop', range, kinds: [] })).rejects.toMatchObject({ code })
})

/** What a block says, or what it is. */
function toldBy(block: ReturnType<typeof contentOf>[number]): unknown {
  if (block.type === 'text') return String(block.text).includes('inject') ? 'reference' : block.text
  return block.type === 'tool_result' && block.content === LONG ? LONG : block.type
}
