import { expect, it } from 'vitest'
import { shownCommand } from '../../src/brief/facts/commands.ts'

it.each([
  ['spaces', ' '],
  ['empty lines', '\n'],
  ['tabs and lines', '\t\n'],
])(
  'a command with 300,000 %s is shown without being read for long',
  (_, gap) => {
    expect(shownCommand(`echo a${gap.repeat(300_000)}b`)).toMatch(/^echo a/)
  },
  30_000,
)
