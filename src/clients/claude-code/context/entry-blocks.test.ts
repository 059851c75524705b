import { expect, it } from 'vitest'
import type { Line } from '../schema.ts'
import { entryBlocks } from './entry-blocks.ts'

function said(type: 'assistant' | 'user', ...content: readonly object[]) {
  return entryBlocks({ type, message: { role: type, content } } as unknown as Line, undefined)
}

it('keeps of a call what its tool is for and which command it runs, here-documents by their first line', () => {
  const command = 'git commit -m "$(cat <<\'EOF\'\nKeep the lock\n\nWhy.\nEOF\n)" && git push'
  const [run, edit] = said(
    'assistant',
    { type: 'tool_use', id: 'a', name: 'Bash', input: { command } },
    { type: 'tool_use', id: 'b', name: 'Edit', input: { file_path: '/lock.ts', old_string: 'a', new_string: 'b' } },
  )
  expect(run).toMatchObject({
    role: 'run',
    command: 'git commit -m "$(cat <<\'EOF\'\nKeep the lock\nEOF\n)" && git push',
  })
  expect(edit).toMatchObject({ role: 'write', begins: '/lock.ts' })
  expect(edit).not.toHaveProperty('command')
})

it('keeps of a result whether it failed, and its last words', () => {
  const output = `${'x'.repeat(500)}\n3 passed`
  const [failed, passed] = said(
    'user',
    { type: 'tool_result', tool_use_id: 'a', content: 'Exit code 1', is_error: true },
    { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: output }] },
  )
  expect(failed).toMatchObject({ failed: true, begins: 'Exit code 1' })
  expect(passed!.ends).toBe(output.slice(-300))
  expect(passed).not.toHaveProperty('failed')
})

it('does not take for an answer what the client says in its place', () => {
  expect(said('assistant', { type: 'text', text: 'No response requested.' })[0]!.begins).toBe('')
})
