import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { lines } from '../../../tests/contract/builders.ts'
import { CODEC, decodeFrame, encodeFrames, encodeSealed } from './encoding.ts'

const MAGIC = Buffer.from([0x37, 0xa4, 0x30, 0xec])
const KB = 1 << 10

describe('an artifact', () => {
  it('that does not compress is kept as it is', () => {
    const bytes = randomBytes(300 * KB)
    for (const frames of [encodeFrames(bytes), encodeFrames(bytes, { chunked: true })]) {
      expect(frames.every((frame) => frame.codec === CODEC.plain && frame.data.length === frame.rawSize)).toBe(true)
    }
    expect(encodeSealed(bytes)).toMatchObject({ codec: CODEC.plain })
  })

  it('is cut into chunks only from 256 KB on', () => {
    const small = encodeFrames(Buffer.alloc(256 * KB), { chunked: true })
    const large = encodeFrames(Buffer.from(lines(257 * KB, 1)), { chunked: true })
    expect(small.map((frame) => frame.chunk)).toEqual([undefined])
    expect(large.length).toBeGreaterThan(1)
    expect(large.every((frame) => frame.chunk?.length === 64)).toBe(true)
  })
})

describe('a frame', () => {
  it.each([
    ['bytes of any kind', Buffer.alloc(64 * KB)],
    ['bytes that zstd takes for a dictionary', Buffer.concat([MAGIC, Buffer.alloc(64 * KB - 4)])],
  ])('that an older version encoded against 256 KB decodes after %s', (_, near) => {
    const said = Buffer.from(
      'What an older version recorded stands far before this line, two hundred kilobytes back.\n',
    )
    const prefix = Buffer.concat([said, Buffer.alloc(192 * KB - said.length), near])
    const data = Buffer.from('KLUv/QBYRQAAAAEANQDAhIA=', 'base64') // level 3
    const frame = { codec: CODEC.prefixed, rawSize: said.length, data }
    expect(decodeFrame(frame, [Buffer.from('further away'), prefix]).equals(said)).toBe(true)
  })

  it('of an unknown codec or the wrong size is refused', () => {
    const data = Buffer.from('abc')
    expect(() => decodeFrame({ codec: 7, rawSize: 3, data })).toThrow('unknown codec 7')
    expect(() => decodeFrame({ codec: CODEC.plain, rawSize: 4, data })).toThrow('where 4 were recorded')
    expect(() => decodeFrame({ codec: CODEC.zstd, rawSize: 3, data })).toThrow()
  })
})
