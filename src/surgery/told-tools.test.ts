import { expect, it } from 'vitest'
import type { EntryBlock } from '../model/entry.ts'
import type { ToolRole } from '../model/tool-act.ts'
import { toldTools } from './told-tools.ts'

/** Calls with their results; `given` is the command of one that runs something. */
function blocksOf(...calls: readonly (readonly [name: string, role: ToolRole, given: string, result?: object])[]) {
  return calls.flatMap(([name, role, given, result = {}], at) => [
    { kind: 'tool_use', name, role, call: `c${at}`, begins: given, ...(role === 'run' && { command: given }) },
    { kind: 'tool_result', call: `c${at}`, begins: '', ...result },
  ]) as unknown as readonly EntryBlock[]
}

const FAILED = { failed: true }

it('names changes and commands before reads, and each file once', () => {
  const blocks = blocksOf(
    ['TodoWrite', 'plan', ''],
    ['Grep', 'search', 'func Lock\\('],
    ['Grep', 'search', 'func Unlock'],
    ['Read', 'read', '/app/src/lock.ts'],
    ['Read', 'read', '/app/src/one.ts'],
    ['Read', 'read', '/app/src/two.ts'],
    ['Read', 'read', '/app/src/three.ts'],
    ['Bash', 'run', 'npm test', FAILED],
    ['Edit', 'write', '/app/src/lock.ts'],
    ['Bash', 'run', 'npm test', { ends: 'Tests  3 passed' }],
    ['Bash', 'run', 'git add -A && git commit -m "Keep the lock"'],
  )
  expect(toldTools(blocks)).toBe(
    '[Edit lock.ts, Bash ×3: git commit "Keep the lock"; npm test ✓, Grep ×2: func Lock\\\\(, Read one.ts two.ts …]',
  )
})

it('names the files that were changed most', () => {
  const blocks = blocksOf(...['a', 'b', 'c', 'd', 'e', 'e'].map((name) => ['Edit', 'write', `/${name}.ts`] as const))
  expect(toldTools(blocks)).toBe('[Edit e.ts a.ts b.ts c.ts …]')
})

it.each([
  ['[Edit a.ts]', blocksOf(['Edit', 'write', '/a.ts'], ['Edit', 'write', '/b.ts', FAILED])],
  ['[Edit ✗ b.ts]', blocksOf(['Edit', 'write', '/b.ts', FAILED], ['Edit', 'write', '/b.ts', FAILED])],
  ['', blocksOf(['Read', 'read', '/a.ts', FAILED])],
  [
    '[Read a.ts b.ts c.ts d.ts …]',
    blocksOf(...['a', 'b', 'c', 'd', 'e'].map((name) => ['Read', 'read', `/${name}.ts`] as const)),
  ],
  [`[Edit ${'😀'.repeat(20)}…${'😀'.repeat(16)}.ts]`, blocksOf(['Edit', 'write', `/${'😀'.repeat(40)}.ts`])],
  ['[Glob app/src]', blocksOf(['Glob', 'search', '/home/me/app/src'])],
  ['[TodoWrite ×2]', blocksOf(['TodoWrite', 'plan', ''], ['TodoWrite', 'plan', ''])],
  [
    '[shell a.py, shell ×2: pytest ✓]',
    blocksOf(
      ['shell', 'write', 'a.py'],
      ['shell', 'run', 'pytest -q'],
      ['shell', 'run', 'pytest', { ends: '2 passed in 0.1s' }],
    ),
  ],
  ['[exec_command npm test]', blocksOf(['exec_command', 'run', 'npm test'], ['write_stdin', 'run', ''])],
])('tells %s', (told, blocks) => {
  expect(toldTools(blocks)).toBe(told)
})
