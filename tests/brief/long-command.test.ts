import { expect, it } from 'vitest'
import { shownCommand } from '../../src/brief/facts/commands.ts'

it.each([
  ['spaces', ' '],
  ['empty lines', '\n'],
  ['tabs and lines', '\t\n'],
])('a command with 60,000 %s is shown without being read for long', (_, gap) => {
  const began = process.cpuUsage()
  expect(shownCommand(`echo a${gap.repeat(60_000)}b`)).toMatch(/^echo a/)
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000) // 25 s before it was cut
})
