import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { lines } from '../../tests/contract/builders.ts'
import { artifactIdOf, hashHex } from '../model/id.ts'
import {
  CODEC,
  decodeFrame,
  encodeArtifact,
  encodeDelta,
  encodeSealed,
  type LiveSegment,
  prefixSize,
} from './encoding.ts'

const MAGIC = Buffer.from([0x37, 0xa4, 0x30, 0xec])
const KB = 1 << 10
const MB = 1 << 20

describe('an artifact', () => {
  it('has the same id however it is encoded', async () => {
    const bytes = Buffer.from(lines(MB, 1))
    const before = Buffer.from(lines(MB, 2))
    const ids = [
      await encodeArtifact(bytes),
      await encodeArtifact(bytes, { chunked: true }),
      await encodeDelta(bytes, { live: segmentOf(before), prefix: before.subarray(-64 * KB) }),
    ].map((artifact) => artifact.id)
    expect(new Set(ids)).toEqual(new Set([artifactIdOf(bytes)]))
  })

  it('that does not compress is kept as it is', async () => {
    const bytes = randomBytes(300 * KB)
    const before = randomBytes(300 * KB)
    const live = await encodeDelta(bytes, { live: segmentOf(before), prefix: before.subarray(-64 * KB) })
    for (const { frames } of [await encodeArtifact(bytes), await encodeArtifact(bytes, { chunked: true }), live]) {
      expect(frames.every((frame) => frame.codec === CODEC.plain && frame.data.length === frame.rawSize)).toBe(true)
    }
    expect(await encodeSealed(bytes)).toMatchObject({ codec: CODEC.plain })
  })

  it('is cut into chunks only from 256 KB on', async () => {
    const small = await encodeArtifact(Buffer.alloc(256 * KB - 1), { chunked: true })
    const large = await encodeArtifact(Buffer.from(lines(256 * KB, 1)), { chunked: true })
    expect(small.frames.map((frame) => frame.chunk)).toEqual([undefined])
    expect(large.frames.length).toBeGreaterThan(1)
    expect(large.frames.every((frame) => frame.chunk?.length === 64)).toBe(true)
  })
})

describe('a delta', () => {
  const before = Buffer.from(lines(300 * KB, 1))
  const prefix = before.subarray(-64 * KB)
  const delta = Buffer.from(lines(300 * KB, 1).slice(-20 * KB)) // said before

  it('is small against what precedes it, and decodes with that', async () => {
    const { frames, live } = await encodeDelta(delta, { live: segmentOf(before), prefix })
    const [frame] = frames
    expect(frame).toMatchObject({ codec: CODEC.prefixed, rawSize: delta.length })
    expect(frame!.data.length).toBeLessThan(200)
    expect((await decodeFrame(frame!, [Buffer.from('far away'), before])).equals(delta)).toBe(true)
    expect(live.becomes).toEqual({
      size: before.length + delta.length,
      frames: 2,
      tail: hashHex(Buffer.concat([before, delta]).subarray(-64 * KB)),
    })
  })

  it.each([
    ['a prefix that is not what was recorded', Buffer.from(lines(64 * KB, 9))],
    ['a prefix that is cut short', prefix.subarray(1)],
    ['no prefix', Buffer.alloc(0)],
  ])('stands alone with %s', async (_, wrong) => {
    const { frames, live } = await encodeDelta(delta, { live: segmentOf(before), prefix: wrong })
    expect(live).toEqual({ follows: null, becomes: segmentOf(delta) })
    expect((await decodeFrame(frames[0]!)).equals(delta)).toBe(true)
  })

  it('stands alone behind bytes that zstd takes for a dictionary', async () => {
    const hostile = Buffer.concat([MAGIC, prefix.subarray(4)])
    const { frames, live } = await encodeDelta(delta, { live: segmentOf(hostile), prefix: hostile })
    expect(live.follows).toBeNull()
    expect((await decodeFrame(frames[0]!)).equals(delta)).toBe(true)
    const rotten = { codec: CODEC.prefixed, rawSize: 1, data: Buffer.from('x') }
    await expect(decodeFrame(rotten, [hostile])).rejects.toThrow('unusable prefix')
  })

  it('decodes where what stands far before it looks like a dictionary', async () => {
    const far = Buffer.concat([MAGIC, Buffer.from(lines(192 * KB, 2)).subarray(4), prefix])
    const { frames, live } = await encodeDelta(delta, { live: segmentOf(far), prefix })
    expect(live.follows).not.toBeNull()
    expect((await decodeFrame(frames[0]!, [far])).equals(delta)).toBe(true)
  })

  it.each([
    ['bytes of any kind', Buffer.alloc(64 * KB)],
    ['bytes that zstd takes for a dictionary', Buffer.concat([MAGIC, Buffer.alloc(64 * KB - 4)])],
  ])('that an older version encoded against 256 KB decodes behind %s', async (_, near) => {
    const said = Buffer.from(
      'What an older version recorded stands far before this line, two hundred kilobytes back.\n',
    )
    const prefix = Buffer.concat([said, Buffer.alloc(192 * KB - said.length), near])
    const data = Buffer.from('KLUv/QBYRQAAAAEANQDAhIA=', 'base64') // level 3
    const frame = { codec: CODEC.prefixed, rawSize: said.length, data }
    expect((await decodeFrame(frame, [Buffer.from('further away'), prefix])).equals(said)).toBe(true)
  })

  it('never decodes to other bytes where some before it are gone', async () => {
    const { frames } = await encodeDelta(delta, { live: segmentOf(before), prefix })
    for (const size of [1, 100, 10 * KB, 20 * KB, 30 * KB, 63 * KB, 64 * KB - 1]) {
      const raw = await decodeFrame(frames[0]!, [prefix.subarray(-size)]).catch(() => undefined)
      if (raw) expect(raw.equals(delta)).toBe(true)
      else expect(size).toBeLessThan(30 * KB)
    }
  })

  it.each([1, 3, 4, 7, 8, 9, 100])('decodes behind %d bytes', async (size) => {
    const short = before.subarray(0, size)
    const { frames, live } = await encodeDelta(delta, { live: segmentOf(short), prefix: short })
    expect(live.follows).not.toBeNull()
    expect((await decodeFrame(frames[0]!, [short])).equals(delta)).toBe(true)
  })

  it('wants no prefix where the segment is full, or for itself', () => {
    expect(prefixSize(undefined, KB)).toBe(0)
    expect(prefixSize({ ...segmentOf(before), size: 1000 }, KB)).toBe(1000)
    expect(prefixSize({ ...segmentOf(before), size: 2 * MB - 1 }, KB)).toBe(64 * KB)
    expect(prefixSize({ ...segmentOf(before), size: 2 * MB }, KB)).toBe(0)
    expect(prefixSize({ ...segmentOf(before), frames: 512 }, KB)).toBe(0)
    expect(prefixSize(segmentOf(before), 64 * KB)).toBe(0)
  })
})

describe('a frame', () => {
  it('of an unknown codec or the wrong size is refused', async () => {
    const data = Buffer.from('abc')
    await expect(decodeFrame({ codec: 7, rawSize: 3, data })).rejects.toThrow('unknown codec 7')
    await expect(decodeFrame({ codec: CODEC.plain, rawSize: 4, data })).rejects.toThrow('where 4 were recorded')
    await expect(decodeFrame({ codec: CODEC.zstd, rawSize: 3, data })).rejects.toThrow()
  })
})

function segmentOf(bytes: Buffer): LiveSegment {
  return { size: bytes.length, frames: 1, tail: hashHex(bytes.subarray(-64 * KB)) }
}
