import { decompress as decompressZstd } from '@cloudpss/zstd/napi'
import { asBuffer } from '../model/id.ts'

/** How a file begins that is compressed as a whole. */
const MAGIC = 0xfd2fb528

export function isCompressed(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32LE(0) === MAGIC
}

/** The bytes of a file that a client compressed; throws where it is damaged or not whole. */
export function decompress(file: Buffer): Buffer {
  return asBuffer(decompressZstd(file))
}
