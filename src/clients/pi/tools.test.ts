import { expect, it } from 'vitest'
import { TOOLS } from './tools.ts'

it('tells the status of a command from what it printed', () => {
  const text = '1 failed\n\n\nCommand exited with code 2'
  expect(TOOLS.outcome([{ type: 'text', text }], true)).toEqual({ failed: true, exit: 2, output: '1 failed' })
})

it('goes through blank lines once', () => {
  const begun = performance.now()
  expect(TOOLS.outcome(`${'\n'.repeat(200_000)}done`, false).exit).toBeNull()
  expect(performance.now() - begun).toBeLessThan(1000)
})
