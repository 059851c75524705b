import { expect, it } from 'vitest'
import { briefRound } from '../../src/brief/brief-rounds.ts'
import { endedLater } from '../../src/brief/ended-later.ts'
import { factsOf } from '../../src/brief/facts/facts-of.ts'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import type { Tools } from '../../src/clients/client.ts'
import { codex } from '../../src/clients/codex/index.ts'
import type { Block } from '../../src/model/block.ts'

type Call = readonly [name: string, input: object, result: string]

const factsFrom = (tools: Tools, calls: readonly Call[]) => {
  const blocks = calls.flatMap(([name, content, result], at): readonly Block[] => {
    const own = { tool_use_id: `call-${at}`, source_line: at } as const
    return [
      { ...own, block_id: `${at}-a`, type: 'tool_use', name, content },
      { ...own, block_id: `${at}-b`, type: 'tool_result', content: result },
    ] as unknown as readonly Block[]
  })
  return factsOf(endedLater([{ ...briefRound({ round: 1, started: null }, blocks, tools), cwd: '/w' }]))
}
const running = 'Wall time: 1.0 seconds\nProcess running with session ID 42\nOriginal token count: 0\nOutput:\n'
const ended = (code: number, output: string) =>
  `Wall time: 9.0 seconds\nProcess exited with code ${code}\nOriginal token count: 9\nOutput:\n${output}`

it('Codex: a command that ends in another call came out as that says', () => {
  const { tests, commits } = factsFrom(codex.tools, [
    ['exec_command', { cmd: 'pytest -q' }, `${running}..`],
    ['write_stdin', { session_id: 42, chars: '' }, `${running}F\n`],
    ['write_stdin', { session_id: 42, chars: '' }, ended(1, '1 failed, 3 passed in 30.1s\n')],
    ['exec_command', { cmd: 'git commit -am x' }, running],
    ['write_stdin', { session_id: 42, chars: '' }, ended(0, '[main b880e1e] x\n 1 file changed\n')],
  ])
  expect(tests).toMatchObject([{ command: 'pytest -q', exit: 1, result: { outcome: 'failed', passed: 3, failed: 1 } }])
  expect(commits).toMatchObject([{ hash: 'b880e1e' }])
})

it('Claude Code: so did one in the background', () => {
  const { tests } = factsFrom(claudeCode.tools, [
    [
      'Bash',
      { command: 'npm test' },
      'Command running in background with ID: b1c. Output is being written to: /t/b1c.output',
    ],
    ['TaskOutput', { task_id: 'b1c' }, '<retrieval_status>timeout</retrieval_status>\n\n<status>running</status>'],
    [
      'TaskOutput',
      { task_id: 'b1c' },
      '<retrieval_status>success</retrieval_status>\n\n<task_id>b1c</task_id>\n\n<status>completed</status>\n\n<exit_code>1</exit_code>\n\n<output>\n Tests  1 failed | 3 passed (4)\n</output>',
    ],
  ])
  expect(tests).toMatchObject([{ exit: 1, result: { outcome: 'failed', passed: 3, failed: 1 } }])
})
