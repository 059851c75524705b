import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { linesOf } from '../../lines.ts'
import { createParser } from './parse.ts'

const GOLDEN = '../../../../tests/golden/parse/claude-code/an-editor-tells-of-itself-in-a-line-of-its-own/input.jsonl'
const input = readFileSync(join(import.meta.dirname, GOLDEN))

/** Which rounds begin with what, where an older Stet numbered the first so many bytes. */
function begun(bytes: number, highest: number) {
  const parser = createParser(undefined, bytes === 0 ? null : { bytes, highest })
  for (const line of linesOf(input)) {
    parser.add(parser.classify(line, 0, line.length), line, 0, line.length)
  }
  return parser.take().rounds.map(({ round, roundId, within }) => [round, roundId, within])
}

it('a line in which only an editor tells of itself begins no round, but where an older Stet numbered it', () => {
  expect(begun(0, 0)).toEqual([
    [0, 'e1', undefined],
    [1, 'u1', undefined],
    [2, 'u2', undefined],
    [3, 'u3', undefined],
  ])
  expect(begun(input.length, 5)).toEqual([
    [1, 'e1', undefined],
    [2, 'u1', undefined],
    [3, 'e2', undefined],
    [4, 'u2', undefined],
    [5, 'u3', undefined],
  ])
})
