import { decompress as decompressZstd } from '@cloudpss/zstd/napi'
import { asBuffer } from '../../model/id.ts'

/** How a file begins that is compressed as a whole. */
const MAGIC = 0xfd2fb528

export function isCompressed(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32LE(0) === MAGIC
}

/** The bytes of a file that a client compressed; throws where it is damaged or not whole. */
export function decompress(file: Buffer): Buffer {
  return asBuffer(decompressZstd(file))
}

/** Whether a file was refused because it holds more than 1 GB, which is all that the package gives back. */
export function holdsTooMuch(error: unknown): boolean {
  return error instanceof Error && error.message.includes('too large')
}
