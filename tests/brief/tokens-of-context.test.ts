import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DEFAULT_REQUEST } from '../../src/brief/request.ts'
import { pressureOf } from '../../src/live/pressure-of.ts'
import { compress } from '../../src/surgery/compress-session.ts'
import { answers, boundary, calls, fileOf, human, reply, summary } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from '../surgery/bench.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

const LONG = 'a long line of output\n'.repeat(4000)

function round(at: number, parent: string | null, tokens: number) {
  const message = { role: 'assistant', model: 'claude-haiku-4-5', content: [{ type: 'text', text: 'Done.' }] }
  return [
    human(`a${at}`, parent, `Read the file number ${at}, please.`),
    calls(`b${at}`, `a${at}`, `toolu_${at}`),
    answers(`c${at}`, `b${at}`, `toolu_${at}`, LONG),
    reply(`d${at}`, `c${at}`, [], `m${at}`, { message: { ...message, id: `m${at}`, usage: usage(tokens) } }),
  ]
}

const usage = (input_tokens: number) => ({ input_tokens, output_tokens: 1 })

it('compress counts the context of a compacted session, not its record', async () => {
  const before = [...round(1, null, 40_000), ...round(2, 'd1', 65_000), ...round(3, 'd2', 90_000)]
  const after = [boundary('e', 'd3'), summary('f', 'e'), ...round(4, 'f', 45_000)]
  const session = await bench.inscribe(fileOf(...before, ...after))
  const options = { out: join(bench.folder, 'out'), dryRun: true }
  const whole = await compress(bench.workspace, session, DEFAULT_REQUEST, options)
  const { tokens } = await pressureOf(bench.workspace, session)
  expect([whole.turns, whole.tokens_before]).toEqual([[1, 4], tokens])
  const turns = { kind: 'range', range: '1-3' } as const
  const gone = await compress(bench.workspace, session, { ...DEFAULT_REQUEST, turns }, options)
  expect(gone.tokens_before).toBe(0)
})

it('compress of some rounds counts their part of the context', async () => {
  const session = await bench.inscribe(fileOf(...round(1, null, 40_000), ...round(2, 'd1', 65_000)))
  const turns = { kind: 'range', range: '2' } as const
  const options = { out: join(bench.folder, 'out'), dryRun: true }
  const { tokens_before } = await compress(bench.workspace, session, { ...DEFAULT_REQUEST, turns }, options)
  expect(tokens_before).toBeGreaterThan(20_000)
  expect(tokens_before).toBeLessThan(35_000)
})
