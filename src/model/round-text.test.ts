import { expect, it } from 'vitest'
import { spokenPiece } from './round-text.ts'

it('a piece ends its line, holds nothing a database would change, and is no longer than anybody speaks', () => {
  expect(spokenPiece('')).toBe('')
  expect(spokenPiece('hi')).toBe('hi\n')
  expect(spokenPiece('a\0b \ud800 c 👍')).toBe('a\ufffdb \ufffd c 👍\n')
  const pair = `${'x'.repeat((256 << 10) - 1)}👍 and more`
  expect(spokenPiece(pair)).toBe(`${'x'.repeat((256 << 10) - 1)}\ufffd\n`)
})
