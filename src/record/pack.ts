import { compress, decompress } from '@cloudpss/zstd/napi'
import { asBuffer } from '../model/id.ts'

/** How packed bytes were encoded; the number is stored with them and never gets another meaning. */
export const CODEC = { plain: 0, zstd: 1 } as const

/** What is packed here is not encoded again later, so it is packed better than what SQLite's driver seals afterwards. */
const LEVEL = 9

export interface Packed {
  readonly codec: number
  readonly data: Uint8Array
}

/** Packs bytes by themselves; those that do not become smaller stay as they are. */
export function pack(bytes: Uint8Array): Packed {
  const packed = packAlways(bytes)
  return packed.length < bytes.length ? { codec: CODEC.zstd, data: packed } : { codec: CODEC.plain, data: bytes }
}

/** As a frame of zstd, which says how many bytes it holds. */
export function packAlways(bytes: Uint8Array): Buffer {
  return asBuffer(compress(asBuffer(bytes), LEVEL))
}

/** Throws where the bytes are none of that codec. */
export function unpack({ codec, data }: Packed): Buffer {
  if (codec === CODEC.plain) return asBuffer(data)
  if (codec === CODEC.zstd) return asBuffer(decompress(asBuffer(data)))
  throw new Error(`bytes with unknown codec ${codec}`)
}
