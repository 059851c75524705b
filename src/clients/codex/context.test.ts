import { expect, it } from 'vitest'
import { contextLineOf } from './context.ts'
import type { Line } from './schema.ts'

function blockOf(payload: object) {
  const line = { type: 'response_item', timestamp: '2026-03-19T10:23:45.000Z', payload } as unknown as Line
  return contextLineOf(line, Buffer.from(JSON.stringify(line)), { start: 0, end: 1, number: 1 }).drafts[0]!
}

it.each([
  ['Exit code: 1\nWall time: 0.1 seconds\nOutput:\n2 failed', { failed: true, ends: '2 failed' }],
  ['Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n3 passed', { ends: '3 passed' }],
  [JSON.stringify({ output: 'one\n3 passed\n', metadata: { exit_code: 0 } }), { ends: 'one\n3 passed\n' }],
])('of the result %j it keeps how that ended', (output, kept) => {
  const block = blockOf({ type: 'function_call_output', call_id: 'a', output })
  expect({ ...(block.failed && { failed: true }), ends: block.ends }).toEqual(kept)
})

it('keeps which command a call runs', () => {
  const block = blockOf({ type: 'function_call', call_id: 'a', name: 'exec_command', arguments: '{"cmd":"npm test"}' })
  expect(block).toMatchObject({ role: 'run', command: 'npm test' })
})
