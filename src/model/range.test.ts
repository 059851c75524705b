import { describe, expect, it } from 'vitest'
import { isWithin, parseRange, roundsIn } from './range.ts'

const rounds = (text: string, highest = 12) => roundsIn(parseRange(text, highest))

it.each([
  ['4', [4]],
  ['004', [4]],
  ['3-5', [3, 4, 5]],
  ['3-5,4,1', [1, 3, 4, 5]],
  [' 3 - 4 , 6 ', [3, 4, 6]],
  ['all', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
])('%j', (text, wanted) => {
  expect(rounds(text)).toEqual(wanted)
})

it('a round is within its ranges', () => {
  const ranges = parseRange('3-5,9', 12)
  expect([2, 3, 5, 6, 9, 10].filter((round) => isWithin(ranges, round))).toEqual([3, 5, 9])
})

describe('is refused', () => {
  it('with the way to write it', () => {
    expect(() => rounds('first')).toThrow(
      expect.objectContaining({ code: 'range-invalid', hint: expect.stringContaining('3-9,12') }),
    )
  })

  it('backwards, with it forwards', () => {
    expect(() => rounds('9-3')).toThrow(expect.objectContaining({ code: 'range-invalid', hint: 'Write 3-9.' }))
  })

  it('before the first round, but where something is before it', () => {
    for (const text of ['0', '0-2', '00'])
      expect(() => rounds(text)).toThrow('There is no round 0; the session has rounds 1 to 12.')
    expect(roundsIn(parseRange('0-2', 12, undefined, 0))).toEqual([0, 1, 2])
  })

  it('beyond any number, as it was written', () => {
    expect(() => rounds(`1-${'9'.repeat(30)}`)).toThrow(`There is no round ${'9'.repeat(30)}; the session has`)
  })

  it('beyond the last round, with those there are', () => {
    expect(() => rounds('13')).toThrow('There is no round 13; the session has rounds 1 to 12.')
    expect(() => rounds('2', 1)).toThrow('There is no round 2; the session has round 1 only.')
    expect(() => rounds('1', 0)).toThrow('There is no round 1; the session has no rounds.')
  })
})
