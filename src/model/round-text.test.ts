import { expect, it } from 'vitest'
import { spokenChunk } from './round-text.ts'

it('a chunk ends its line, holds nothing a database would change, and is no longer than anybody speaks', () => {
  expect(spokenChunk('')).toBe('')
  expect(spokenChunk('hi')).toBe('hi\n')
  expect(spokenChunk('a\0b \ud800 c 👍')).toBe('a\ufffdb \ufffd c 👍\n')
  const pair = `${'x'.repeat((256 << 10) - 1)}👍 and more`
  expect(spokenChunk(pair)).toBe(`${'x'.repeat((256 << 10) - 1)}\ufffd\n`)
})
