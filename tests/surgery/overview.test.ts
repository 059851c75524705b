import { afterEach, beforeEach, expect, it } from 'vitest'
import { overview } from '../../src/actions/read/overview.ts'
import { answers, calls, fileOf, human, reply } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

const LONG = 'a long line\n'.repeat(500)

/** Rounds in this folder whose last reply says how many tokens its window held. */
function rounds(count: number, tokens: number): Buffer {
  const lines = Array.from({ length: count }, (_, at) => {
    const parent = at === 0 ? null : `d${at - 1}`
    const usage = { input_tokens: tokens, output_tokens: 1 }
    const message = {
      id: `m${at}`,
      role: 'assistant',
      model: 'claude-haiku-4-5',
      content: [{ type: 'text', text: 'So.' }],
    }
    return [
      human(`a${at}`, parent, `What is ${at}?`),
      calls(`b${at}`, `a${at}`, `toolu_${at}`),
      answers(`c${at}`, `b${at}`, `toolu_${at}`, LONG),
      reply(`d${at}`, `c${at}`, [], `m${at}`, { message: { ...message, usage } }),
    ]
  })
  return fileOf(...lines.flat().map((line) => ({ ...line, cwd: bench.workspace.cwd })))
}

const first = async () => (await overview(bench.workspace, () => undefined)).advice[0]

it('says nothing of surgery where there is room', async () => {
  await bench.inscribe(rounds(4, 100_000))
  expect((await first())?.command).toMatch(/^stet rounds /)
})

it('advises a trim of what is rather full, then an index of what is old, then neither', async () => {
  const session = await bench.inscribe(rounds(5, 150_000))
  expect(await first()).toEqual({
    command: 'stet trim 00000000 --keep-recent 3 --dry-run',
    why: 'it is 75 % full',
  })
  const trimmed = await bench.made(await bench.operate(session, { kind: 'trim' }))
  expect(await first()).toEqual({
    command: 'stet compress-before 00000000 round:3 --dry-run',
    why: 'it is 70 % full, and rounds before round 3 fit in an index',
  })
  await bench.operate(trimmed, { kind: 'compress-before', before: 'round:3' })
  expect((await first())?.command).toMatch(/^stet rounds /)
})
