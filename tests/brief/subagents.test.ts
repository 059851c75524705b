import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { briefSession } from '../../src/brief/session-brief.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const PARENT = '11111111-2222-4333-8444-555555555555'
let box: TestWorkspace | undefined
afterEach(async () => box?.close())

it('takes from the client in which folder a command ran, which its shell may have gone to before', async () => {
  box = await openTestWorkspace()
  const file = join(box.home, '.claude/projects/-w', `${PARENT}.jsonl`)
  const line = lineOf({ sessionId: PARENT })
  const ran = (id: string, cwd: string, command: string) => [
    { ...line('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command } }]), cwd },
    { ...line('user', [{ type: 'tool_result', tool_use_id: id, content: 'done' }]), cwd },
  ]
  write(file, [
    { ...line('user', 'Build both.'), cwd: '/w' },
    ...ran('t1', '/w', 'cd web && npm run build'),
    ...ran('t2', '/w/web', 'npm install left-pad'),
    { ...line('user', 'And here.'), cwd: '/w' },
    ...ran('t3', '/w', 'npm install left-pad'),
  ])
  await inscribe(box.workspace, [file])
  const { facts } = await briefSession(box.workspace, await resolveSession(box.workspace, PARENT))
  expect(facts.commands.map(({ command }) => command)).toEqual([
    'cd web && npm run build',
    'cd web && npm install left-pad',
    'npm install left-pad',
  ])
})

it('knows files that a subagent wrote, by its own session, and nothing that it said', async () => {
  box = await openTestWorkspace()
  const folder = join(box.home, '.claude/projects/-w')
  const file = join(folder, `${PARENT}.jsonl`)
  const line = lineOf({ sessionId: PARENT, cwd: '/w' })
  write(file, [
    line('user', 'Have somebody write the importer.'),
    line('assistant', [{ type: 'tool_use', id: 'toolu_1', name: 'Task', input: { prompt: 'Write it.' } }]),
    {
      ...line('user', [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Written.' }]),
      toolUseResult: { status: 'completed', agentId: 'a1b2c3' },
    },
    line('assistant', [{ type: 'text', text: 'The importer is there.' }]),
  ])
  const sub = lineOf({ sessionId: PARENT, cwd: '/w', isSidechain: true, agentId: 'a1b2c3' })
  const called = (id: string, name: string, input: object, content: string) => [
    sub('assistant', [{ type: 'tool_use', id, name, input }]),
    sub('user', [{ type: 'tool_result', tool_use_id: id, content }]),
  ]
  write(join(folder, PARENT, 'subagents/agent-a1b2c3.jsonl'), [
    sub('user', 'Write it.'),
    ...called(
      'toolu_2',
      'Write',
      { file_path: '/w/import.ts', content: 'export const MAX = 3\n' },
      'File created successfully',
    ),
    ...called('toolu_3', 'Bash', { command: 'git commit -am importer' }, '[main 1a2b3c4] importer\n 1 file changed'),
    sub('assistant', [{ type: 'text', text: 'Written.' }]),
  ])
  await inscribe(box.workspace, [file])
  const { facts, words } = await briefSession(box.workspace, await resolveSession(box.workspace, file))
  expect(facts.files).toMatchObject([{ path: '/w/import.ts', state: 'created', rounds: [1], symbols: ['MAX'] }])
  expect(facts.files[0]!.agent).toMatch(/a1b2c3/)
  expect(facts.commits).toMatchObject([{ hash: '1a2b3c4', round: 1 }])
  expect(words.map(({ text }) => text)).toEqual(['Have somebody write the importer.', 'The importer is there.'])
})

function lineOf(more: object) {
  let before: string | null = null
  return (type: 'user' | 'assistant', content: unknown) => {
    const uuid = `${Math.random().toString(16).slice(2, 10)}-0000-4000-8000-000000000000`
    const line = {
      parentUuid: before,
      uuid,
      type,
      timestamp: '2026-01-01T10:00:00.000Z',
      ...more,
      message: { role: type, content },
    }
    before = uuid
    return line
  }
}

function write(path: string, lines: readonly object[]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(
    path,
    lines.map((line) => `${JSON.stringify({ version: '2.1.0', isSidechain: false, ...line })}\n`).join(''),
  )
}
