import { afterEach, beforeEach, expect, it } from 'vitest'
import { codex } from '../../src/clients/codex/index.ts'
import { geminiCli } from '../../src/clients/gemini/index.ts'
import { listSessions } from '../../src/read/sessions.ts'
import { fileOf, human, reply } from '../laws/lines.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

const NOW = '2026-03-20T12:00:00.000Z'

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench(() => new Date(NOW))
})
afterEach(() => bench.close())

const LINES = [human('a', null, 'What is in it?'), reply('b', 'a', [{ type: 'text', text: 'Words.' }], 'm')]

it('a session of nothing but a handoff is dated when it was written, and is the newest', async () => {
  const session = await bench.inscribe(fileOf(...LINES))
  const made = await bench.made(await bench.operate(session, { kind: 'rollover', issue: '#12' }))
  expect([made.facts.started, made.facts.ended]).toEqual([NOW, NOW])
  const [newest] = await listSessions(bench.workspace, () => undefined)
  expect(newest!.session).toBe(made.id)
})

it('lines without a time have that of the first line that has one', async () => {
  const [asked, said] = LINES
  const { timestamp: _, ...untimed } = asked as { readonly timestamp: string }
  const session = await bench.inscribe(fileOf(untimed, said!))
  const made = await bench.made(await bench.operate(session, { kind: 'export' }))
  expect(made.facts.started).toBe(session.facts.started)
})

it.each([codex, geminiCli])('so is a session of $name whose id does not tell its time', ({ writer }) => {
  const target = { sessionId: 'no-time', cwd: null, at: NOW }
  const lines = writer(target).say('Go on.', null, null).toString()
  expect(lines).toContain(`"timestamp":"${NOW}"`)
  expect(lines).not.toContain('2020')
})
