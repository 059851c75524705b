import { decompress } from '@cloudpss/zstd/napi'
import { asBuffer } from '../../model/id.ts'

/** What a prefixed frame may need of the bytes before it. */
const LONGEST_PREFIX = 256 << 10

const MAGIC_AND_DESCRIPTOR = 5
/** By the two highest bits of the descriptor: bytes that say how large the content is. */
const CONTENT_SIZE_BYTES = [0, 2, 4, 8]
/** By the two lowest bits. */
const DICTIONARY_ID_BYTES = [0, 1, 2, 4]
const SINGLE_SEGMENT = 0x20
const CHECKSUM = 0x04
const CHECKSUM_BYTES = 4

/** A frame of unknown size with a window of 8 MB, larger than any prefix and frame together. */
const HEADER = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x68])
const LARGEST_BLOCK = 128 << 10

/**
 * The content of a zstd frame whose dictionary is what stood before it. A dictionary of plain bytes is nothing but content
 * that came earlier, so the frame's blocks are put behind blocks that hold those bytes as they are (RFC 8878, 3.1.1).
 */
export function decompressAfter(before: readonly Buffer[], frame: Buffer): Buffer {
  const all = Buffer.concat(before)
  const prefix = all.subarray(Math.max(0, all.length - LONGEST_PREFIX))
  const content = decompress(Buffer.concat([HEADER, ...plainBlocks(prefix), blocksOf(frame)]))
  return asBuffer(content).subarray(prefix.length)
}

function plainBlocks(bytes: Buffer): readonly Buffer[] {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += LARGEST_BLOCK) {
    const content = bytes.subarray(at, at + LARGEST_BLOCK)
    const header = Buffer.alloc(3) // not the last block, its content as it is
    header.writeUIntLE(content.length << 3, 0, 3)
    blocks.push(header, content)
  }
  return blocks
}

function blocksOf(frame: Buffer): Buffer {
  const descriptor = frame.readUInt8(MAGIC_AND_DESCRIPTOR - 1)
  const isSingle = (descriptor & SINGLE_SEGMENT) !== 0
  const contentSizeBytes = CONTENT_SIZE_BYTES[descriptor >> 6]! || (isSingle ? 1 : 0)
  const windowBytes = isSingle ? 0 : 1
  const start = MAGIC_AND_DESCRIPTOR + windowBytes + DICTIONARY_ID_BYTES[descriptor & 3]! + contentSizeBytes
  const end = frame.length - ((descriptor & CHECKSUM) !== 0 ? CHECKSUM_BYTES : 0)
  return frame.subarray(start, end)
}
