import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
