import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { examine, repair } from '../../src/care/doctor.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'
import { PROMPT, resumeGemini } from './gemini.ts'
import { findGemini } from './install.mjs'

const FIXTURE = resolve(import.meta.dirname, '../fixtures/gemini/one-round-0.61.0.jsonl')

let bench: TestWorkspace
beforeEach(async () => {
  bench = await openTestWorkspace()
})
afterEach(() => bench.close())

const timestamp = '2026-11-18T03:00:00.000Z'
const said = (id: string, text: string) => ({ id, timestamp, type: 'user', content: [{ text }] })
const replied = (id: string, content: string, more: object = {}) => ({
  id,
  timestamp,
  type: 'gemini',
  content,
  ...more,
})
const call = { id: 'call_1', name: 'run_shell_command', args: { command: 'ls' }, status: 'success' }
const answer = { functionResponse: { id: 'call_2', name: 'ls', response: { output: 'x' } } }

const DAMAGED: readonly (readonly [name: string, what: string, lines: readonly object[], sent: readonly string[]])[] = [
  [
    'a message is taken back that is not there',
    'the client forgets all before it',
    [said('u2', 'Second.'), replied('g2', 'Answered.'), { $rewindTo: 'nobody' }, said('u3', 'Third.')],
    ['user:Read the file and the list.', 'user:Second.', 'model:Answered.', 'user:Third.'],
  ],
  [
    'a call has no answer',
    'a call has no answer',
    [said('u2', 'Second.'), replied('g2', 'I look.', { toolCalls: [call] }), said('u3', 'Third.')],
    ['user:Second.', 'model:I look.', 'user:call_1', 'user:Third.'],
  ],
  [
    'an answer has no call',
    'an answer has no call',
    [said('u2', 'Second.'), { ...said('a2', ''), content: [answer] }, replied('g2', 'Answered.')],
    ['user:Second.', 'model:Answered.'],
  ],
]

describe.skipIf(!findGemini())('what doctor mends, the real client resumes whole', () => {
  it.for(DAMAGED)('%s', { timeout: 120_000 }, async ([, what, lines, sent]) => {
    const path = join(bench.home, 'damaged.jsonl')
    writeFileSync(path, `${readFileSync(FIXTURE, 'utf8')}${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}`)
    utimesSync(path, 0, 0)
    const { problems } = await examine(bench.workspace, [path], { all: false })
    expect(problems.map((problem) => problem.what).join()).toContain(what)
    expect(problems).toHaveLength(1)
    const isWhole = (pieces: readonly string[]) =>
      sent.every((piece) => pieces.includes(piece)) && !pieces.includes('user:call_2')
    expect(isWhole(await piecesOf(path))).toBe(false)
    const mended = await repair(bench.workspace, [path], { all: false })
    expect(isWhole(await piecesOf(mended.sessions[0]!.path))).toBe(true)
    const { sessions } = await examine(bench.workspace, [mended.sessions[0]!.path], { all: false })
    expect(sessions[0]!.problems).toEqual([])
  })

  it('finds nothing in what the client wrote itself', async () => {
    for (const name of ['one-round', 'three-rounds', 'compaction', 'image-and-interrupted']) {
      const path = FIXTURE.replace('one-round', name)
      expect((await examine(bench.workspace, [path], { all: false })).problems).toEqual([])
    }
  })
})

/** What the API gets of a session: texts, and the ids of answers. */
async function piecesOf(path: string): Promise<readonly string[]> {
  const { ok, contents } = await resumeGemini(path)
  expect(ok).toBe(true)
  return (contents ?? []).flatMap(({ role, parts }) =>
    parts.flatMap(({ text, functionResponse }) => {
      const piece = text ?? functionResponse?.id
      return piece === undefined || piece === PROMPT ? [] : [`${role}:${piece}`]
    }),
  )
}
