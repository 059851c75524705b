import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashHex } from '../model/id.ts'
import { chunkEnds } from './chunking.ts'

const KB = 1 << 10

describe('chunks', () => {
  it('lie end to end, none smaller or larger than allowed but the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 * KB }), fc.integer(), fc.boolean(), (size, seed, flat) => {
        const bytes = flat ? Buffer.alloc(size, seed & 255) : random(size, seed)
        const ends = chunkEnds(bytes)
        const sizes = ends.map((end, i) => end - (ends[i - 1] ?? 0))
        expect(ends.at(-1) ?? 0).toBe(size)
        expect(sizes.every((one) => one <= 256 * KB && one > 0)).toBe(true)
        expect(sizes.slice(0, -1).every((one) => one > 16 * KB)).toBe(true)
        expect(chunkEnds(Buffer.from(bytes))).toEqual(ends)
      }),
      { numRuns: 40 },
    )
  })

  it('are about 64 KB on average', () => {
    const count = chunkEnds(random(16 << 20, 1)).length
    expect((16 << 20) / count / KB).toBeGreaterThan(45)
    expect((16 << 20) / count / KB).toBeLessThan(90)
  })

  it('of 5 MiB stay the same but for a few when a byte is put in near the start', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 100 * KB }), fc.nat({ max: 255 }), (seed, at, byte) => {
        const bytes = random(5 << 20, seed)
        const longer = Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at)])
        const known = new Set(chunksOf(bytes))
        const shared = chunksOf(longer).filter((chunk) => known.has(chunk))
        expect(shared.length / known.size).toBeGreaterThan(0.9)
      }),
      { numRuns: 25 },
    )
  })
})

function chunksOf(bytes: Buffer): readonly string[] {
  const ends = chunkEnds(bytes)
  return ends.map((end, i) => hashHex(bytes.subarray(ends[i - 1] ?? 0, end)))
}

function random(size: number, seed: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let state = seed | 1
  for (let at = 0; at < size; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    bytes[at] = state >>> 11
  }
  return bytes
}
