import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Failure, isFailure } from '../../src/model/errors.ts'
import { parseRange, roundsIn } from '../../src/model/range.ts'
import { runs } from './workbench.ts'

const ranges = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 300 }), fc.nat({ max: 20 })).map(([from, more]) => ({ from, to: from + more })),
  { minLength: 1, maxLength: 5 },
)
const gap = fc.constantFrom('', ' ', '  ')

it('a range that was written is read back, however it is spaced and padded', () =>
  fc.assert(
    fc.property(ranges, gap, fc.nat({ max: 5 }), (wanted, space, zeros) => {
      const number = (n: number) => String(n).padStart(zeros, '0')
      const text = wanted
        .map(({ from, to }) => (from === to ? number(from) : `${number(from)}${space}-${space}${number(to)}`))
        .join(`${space},${space}`)
      expect(parseRange(text, 1000)).toEqual(wanted)
    }),
    runs(1000),
  ))

it('the rounds of a range ascend, each once, and are those of its parts', () =>
  fc.assert(
    fc.property(ranges, (wanted) => {
      const rounds = roundsIn(wanted)
      expect(rounds).toEqual([...new Set(rounds)].sort((a, b) => a - b))
      for (let n = 0; n < 330; n++) expect(rounds.includes(n)).toBe(wanted.some(({ from, to }) => from <= n && n <= to))
    }),
    runs(200),
  ))

it('anything else is refused with what to write instead', () =>
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('1', '9', '-', ',', ' ', 'a', '.', '٣') })),
      fc.nat({ max: 99 }),
      (text, highest) => {
        try {
          for (const { from, to } of parseRange(text, highest)) expect(from <= to && to <= highest).toBe(true)
        } catch (error) {
          if (!isFailure(error, 'range-invalid', 'round-not-found')) throw error
          expect(error.message).toMatch(/\.$/)
        }
      },
    ),
    runs(3000),
  ))

it.each([
  '',
  ' ',
  ',',
  '1,',
  '-',
  '-3',
  '3-',
  '1-2-3',
  '9-3',
  'one',
  '1.5',
  '0x1',
  '1e3',
  '٣',
  'ALL',
  '1;2',
  '9999999999',
])('%j is no range', (text) => {
  expect(() => parseRange(text, 5000)).toThrow(Failure)
})

it('all is every round, also where there is none', () => {
  expect(parseRange('all', 3)).toEqual([{ from: 1, to: 3 }])
  expect(parseRange('all', 0)).toEqual([])
})

it('a round that is not there is named with those that are', () => {
  expect(() => parseRange('7', 3)).toThrow('There is no round 7; the session has rounds 1 to 3.')
})
