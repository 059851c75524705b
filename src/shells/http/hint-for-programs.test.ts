import { expect, it } from 'vitest'
import { hintForPrograms } from './hint-for-programs.ts'

it.each([
  ['Run `stet rounds 1a2b` to see them.', 'Run POST /api/rounds to see them.'],
  ['stet ctx history ctx-1a2b', 'POST /api/ctx/history'],
  [
    'Run `stet verify` in a terminal, where it has no time limit.',
    'Run `stet verify` in a terminal, where it has no time limit.',
  ],
  ['Run `stet config` to see what can be set.', 'Run `stet config` in a terminal to see what can be set.'],
  ['Write more of the id.', 'Write more of the id.'],
])('%s becomes %s', (hint, told) => {
  expect(hintForPrograms(hint)).toBe(told)
})
