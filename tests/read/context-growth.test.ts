import { afterEach, beforeEach, expect, it } from 'vitest'
import { contextGrowth } from '../../src/read/context-growth.ts'
import { boundary, fileOf, human, says, summary } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from '../surgery/bench.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

/** A reply after which so many tokens are in the window. */
function replied(uuid: string, parent: string, tokens: number) {
  const line = says(uuid, parent, 'Done.')
  const usage = { input_tokens: tokens - 10, output_tokens: 10 }
  return { ...line, message: { ...(line.message as object), usage } }
}

it('has the tokens of each request, also of those before a compaction, which is a drop', async () => {
  const session = await bench.inscribe(
    fileOf(
      human('a', null, 'one'),
      replied('b', 'a', 40_000),
      human('c', 'b', 'two'),
      replied('d', 'c', 90_000),
      boundary('z', 'd'),
      summary('e', 'z'),
      human('f', 'e', 'three'),
      replied('g', 'f', 20_000),
    ),
  )
  const { is_recorded, points, window, limits } = await contextGrowth(bench.workspace, session)
  expect(is_recorded).toBe(true)
  expect(points.map(({ tokens }) => tokens)).toEqual([40_000, 90_000, 20_000])
  expect(points.map(({ drop }) => drop)).toEqual([undefined, undefined, 'compaction'])
  expect(limits.every((limit) => limit < window)).toBe(true)
})
