import { expect, it } from 'vitest'
import { TOOLS } from './tools.ts'

it('tells the status of a command from what it printed', () => {
  const text = '1 failed\n\n\nCommand exited with code 2'
  expect(TOOLS.outcome([{ type: 'text', text }], true)).toEqual({ failed: true, exit: 2, output: '1 failed' })
})

it('tells what an edit changes, of one text and of several', () => {
  const edit = (before: string, after: string) => ({ path: 'a.ts', before, after, everywhere: false })
  expect(TOOLS.act('edit', { path: 'a.ts', oldText: 'a', newText: 'b' }).edits).toEqual([edit('a', 'b')])
  const edits = [{ oldText: 'a', newText: 'b' }, { oldText: 'c' }, null, { oldText: 'd', newText: '' }]
  expect(TOOLS.act('edit', { path: 'a.ts', edits }).edits).toEqual([edit('a', 'b'), edit('d', '')])
})

it('goes through blank lines once', () => {
  const begun = performance.now()
  expect(TOOLS.outcome(`${'\n'.repeat(200_000)}done`, false).exit).toBeNull()
  expect(performance.now() - begun).toBeLessThan(1000)
})
