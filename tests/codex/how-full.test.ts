import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pressureOf } from '../../src/actions/pressure/pressure-of.ts'
import { openSurgeryBench, type SurgeryBench } from '../surgery/bench.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/codex')

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

it.each(['three-rounds-0.166.0', 'compaction-0.166.0', 'legacy-0.166.0'])(
  'a window is as full as the client counted last: %s',
  async (name) => {
    const session = await bench.inscribeFile(join(FIXTURES, `${name}.jsonl`))
    const { tokens, window, percent } = await pressureOf(bench.workspace, session)
    expect(session.facts.tokens).toBeGreaterThan(0)
    expect([tokens, window]).toEqual([session.facts.tokens, 190_000])
    expect(percent).toBeCloseTo((session.facts.tokens / 190_000) * 100, 0)
  },
)
