import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { FILES, recognises } from './paths.ts'

const home = mkdtempSync(join(realpathSync(tmpdir()), 'stet-paths-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const [THERE, GONE] = ['1', '2'].map((n) => `00000000-0000-4000-8000-00000000000${n}`)

it('a subagent is found by itself where the file of its session is gone, else with its session', async () => {
  const project = join(home, 'projects', '-project')
  for (const id of [THERE, GONE]) {
    mkdirSync(join(project, id!, 'subagents'), { recursive: true })
    writeFileSync(join(project, id!, 'subagents', `agent-a${id!.at(-1)}.jsonl`), '')
    writeFileSync(join(project, id!, 'subagents', `agent-a${id!.at(-1)}.meta.json`), '{}')
  }
  writeFileSync(join(project, `${THERE}.jsonl`), '')
  const found: string[] = []
  for await (const path of FILES.find(home)) found.push(path.slice(project.length + 1))
  expect(found).toEqual([`${THERE}.jsonl`, `${GONE}/subagents/agent-a2.jsonl`])
})

const head = (...lines: readonly unknown[]) => Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

const CHAIN = { parentUuid: null, type: 'user', uuid: 'a', sessionId: 's', message: { role: 'user', content: 'hi' } }
const PI = [
  { type: 'session', version: 3, id: '019a', timestamp: '2026-01-01T00:00:00Z', cwd: '/app' },
  { type: 'message', id: 'b', parentId: null, message: { role: 'user', content: 'hi' } },
]
const CODEX = [{ timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload: { id: '019a' } }]
const GEMINI = [{ sessionId: 's', projectHash: 'abc', startTime: '2026-01-01T00:00:00Z', kind: 'main' }]

it('knows a file by its lines, whatever it is called', () => {
  expect(recognises(head(CHAIN), false)).toBe(true)
  expect(recognises(head({ type: 'summary', summary: 'x', leafUuid: 'a' }), false)).toBe(true)
  expect(recognises(head({ surgery_metadata: { op: 'trim' } }), false)).toBe(true)
})

it('takes no other client’s file for its own, though it has a name of its own', () => {
  for (const lines of [PI, CODEX, GEMINI]) {
    expect(recognises(head(...lines), true)).toBe(false)
    expect(recognises(head(...lines), false)).toBe(false)
  }
})

it('takes a file of that name with damage, or with side records that nobody knows yet', () => {
  expect(recognises(Buffer.from('{"type":"us\nnothing\n'), true)).toBe(true)
  expect(recognises(head({ type: 'of-tomorrow' }), true)).toBe(true)
  expect(recognises(head({ type: 'of-tomorrow' }), false)).toBe(false)
})
