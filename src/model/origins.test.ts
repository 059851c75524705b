import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type OriginRange, originOf, originRanges } from './origins.ts'

const range: fc.Arbitrary<OriginRange> = fc
  .record({ session: fc.constantFrom('a', 'b'), from: fc.nat(9), more: fc.nat(6), as: fc.nat(9) })
  .map(({ session, from, more, as }) => ({ session, from, to: from + more, as }))

it('tells of every number what the first range that has it tells, in as few ranges as there can be', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 8 }), (told) => {
      const ranges = originRanges(told)
      for (let number = 0; number < 20; number++) expect(originOf(ranges, number)).toEqual(originOf(told, number))
      for (const [at, { session, from, as }] of ranges.entries()) {
        const last = ranges[at - 1]
        expect(last === undefined || last.as + last.to - last.from < as).toBe(true)
        const goesOn = last?.session === session && last.to + 1 === from && last.as + from - last.from === as
        expect(goesOn).toBe(false)
      }
    }),
  )
})

it('millions of numbers are held as their ranges', () => {
  const all = Number.MAX_SAFE_INTEGER - 1
  const told = [
    { session: 'a', from: 7, to: 7, as: 5 },
    { session: 'b', from: 1, to: all, as: 1 },
  ]
  expect(originRanges(told)).toEqual([
    { session: 'b', from: 1, to: 4, as: 1 },
    { session: 'a', from: 7, to: 7, as: 5 },
    { session: 'b', from: 6, to: all, as: 6 },
  ])
})
