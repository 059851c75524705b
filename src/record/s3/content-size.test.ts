import { expect, it } from 'vitest'
import { packAlways } from '../pack.ts'
import { contentSize } from './content-size.ts'

it('tells how many bytes a frame holds from its beginning', () => {
  for (const size of [0, 1, 255, 256, 257, 65_791, 65_792, 70_000, 5_000_000])
    expect(contentSize(packAlways(Buffer.alloc(size, 'ab')).subarray(0, 32))).toBe(size)
  expect(contentSize(Buffer.from('no frame at all'))).toBeUndefined()
})
