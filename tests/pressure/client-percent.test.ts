import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { pressureOf } from '../../src/live/pressure-of.ts'
import { takeStatus } from '../../src/live/status-line.ts'
import { LIMITS } from '../../src/pressure/limits.ts'
import { listSessions } from '../../src/read/sessions.ts'
import { AT, fileOf, human, reply, SESSION } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from '../surgery/bench.ts'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

const message = { id: 'm', role: 'assistant', model: 'claude-haiku-4-5', content: [{ type: 'text', text: 'Words.' }] }
const usage = { input_tokens: 174_000, output_tokens: 1 }
const LINES = fileOf(human('a', null, 'What?'), reply('b', 'a', [], 'm', { message: { ...message, usage } }))

/** The status line speaks so long after the last line of the transcript. */
async function shown(afterMs: number) {
  const session = await bench.inscribe(LINES)
  const workspace = { ...bench.workspace, liveDir: join(bench.folder, 'live') }
  const context_window = { used_percentage: 96, total_input_tokens: 174_000, context_window_size: 181_000 }
  takeStatus(workspace.liveDir, { session_id: SESSION, context_window }, LIMITS, Date.parse(AT) + afterMs)
  const [listed] = await listSessions(workspace, () => undefined)
  return { pressure: await pressureOf(workspace, session), listed: listed! }
}

it('a session is as full as its client said after its last line, however long ago, in lists too', async () => {
  const { pressure, listed } = await shown(1)
  expect(pressure).toMatchObject({ percent: 96, tokens: 174_000, window: 181_000, from: 'status-line' })
  expect(listed).toMatchObject({ percent: 96, tokens: 174_000, window: 181_000 })
})

it('once more was said, it is what the last reply held of the window that the client named', async () => {
  const { pressure, listed } = await shown(-1)
  expect(pressure).toMatchObject({ percent: 96.1, window: 181_000, from: 'usage' })
  expect(listed.window).toBe(181_000)
})

it('a status line with a percentage alone gives the tokens of it, and a breakdown', async () => {
  const session = await bench.inscribe(LINES)
  const workspace = { ...bench.workspace, liveDir: join(bench.folder, 'live') }
  const told = (context_window: object) =>
    takeStatus(workspace.liveDir, { session_id: SESSION, context_window }, LIMITS, Date.parse(AT) + 1)
  told({ used_percentage: 40 })
  const alone = await pressureOf(workspace, session)
  expect(alone).toMatchObject({ percent: 40, tokens: 80_000, window: 200_000, from: 'status-line' })
  expect(alone.breakdown.text).toBeGreaterThan(0)
  told({ used_percentage: 40, total_input_tokens: 5, context_window_size: 200_000 })
  expect(await pressureOf(workspace, session)).toMatchObject({ percent: 40, tokens: 80_000 })
  told({ used_percentage: 0 })
  expect(await pressureOf(workspace, session)).toMatchObject({ percent: 87, tokens: 174_001, from: 'usage' })
})

it('a session in which nobody replied yet is as full in lists as by itself', async () => {
  const counted = { ...message, usage: { input_tokens: 40_000, output_tokens: 1 } }
  const session = await bench.inscribe(
    fileOf(human('a', null, 'What?'), reply('b', 'a', [], 'm', { message: counted })),
  )
  const next = await bench.made(await bench.operate(session, { kind: 'rollover', issue: '#12' }))
  const pressure = await pressureOf(bench.workspace, next)
  const listed = (await listSessions(bench.workspace, () => undefined)).find((one) => one.session === pressure.session)
  expect(pressure.from).toBe('estimate')
  expect(pressure.percent).toBeGreaterThan(10)
  expect(listed).toMatchObject({ percent: pressure.percent, tokens: pressure.tokens })
})

it('what is in no line is what the first usage says, and nobody knows it of a session without one', async () => {
  const small = { ...message, usage: { input_tokens: 12_000, output_tokens: 1 } }
  const counted = await bench.inscribe(fileOf(human('a', null, 'What?'), reply('b', 'a', [], 'm', { message: small })))
  const { breakdown } = await pressureOf(bench.workspace, counted)
  expect(breakdown.system).toBe(counted.facts.fixedTokens)
  const other = '00000000-0000-4000-8000-000000000002'
  const uncounted = fileOf(human('a', null, 'What?'), reply('b', 'a', [], 'm', { message })).toString()
  const silent = await bench.inscribe(Buffer.from(uncounted.replaceAll(SESSION, other)), other)
  expect((await pressureOf(bench.workspace, silent)).breakdown.system).toBeNull()
})

it('a model that nobody knows has 200k, until a context was larger', () => {
  expect([claudeCode.window('claude-new-9', 0), claudeCode.window('claude-new-9', 200_001)]).toEqual([
    200_000, 1_000_000,
  ])
  expect(claudeCode.window('claude-opus-5-5', 0)).toBe(1_000_000)
})
