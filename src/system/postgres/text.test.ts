import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromColumn, toColumn } from './text.ts'

it('holds any text, without what PostgreSQL refuses', () => {
  const text = fc.array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0xffff, 0xd800, 0xdc00, 0x30)))
  fc.assert(
    fc.property(text, (units) => {
      const any = String.fromCharCode(...units)
      const column = toColumn(any)
      expect(column.isWellFormed() && !column.includes('\0')).toBe(true)
      expect(fromColumn(column)).toBe(any)
    }),
  )
})

it('leaves ordinary text alone', () => {
  for (const text of ['', 'plain', 'Übergang 👩‍👩‍👧 搜索']) expect(toColumn(text)).toBe(text)
})
