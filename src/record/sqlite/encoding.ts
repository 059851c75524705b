import { compress, decompress } from '@cloudpss/zstd/napi'
import { asBuffer, hashHex } from '../../model/id.ts'
import { chunkEnds } from '../chunking.ts'
import { decompressAfter } from './prefixed-frame.ts'

/** Of the table below. Raised when frames are written that an older reader cannot read. */
export const ENCODING_VERSION = 2

/**
 * How a frame's bytes were encoded; the number is stored with each frame and never gets another meaning.
 * `prefixed` is zstd with the last bytes before the frame in its segment as a dictionary. It is only read: frames written
 * now never need another one.
 */
export const CODEC = { plain: 0, zstd: 1, prefixed: 2 } as const
type Codec = (typeof CODEC)[keyof typeof CODEC]

export interface Frame {
  readonly codec: Codec
  readonly rawSize: number
  readonly data: Uint8Array
  /** The hash of the raw bytes, given where other artifacts may hold the same stretch. */
  readonly chunk?: string
}

/** Larger artifacts are cut into frames of this size, so that no value grows past what a database cell can hold. */
export const FRAME_BYTES = 4_000_000

/** Not worth cutting by content. */
export const SMALL_BYTES = 256 << 10

const LEVEL = 3
/** On real sessions 1.05 of level 19 at ten times its speed; 13 to 15 are much slower and hardly smaller. */
const SEALED_LEVEL = 12
/** For what is sealed and small: a 100th larger than at level 12, in a sixth of the time. */
const SMALL_SEALED_LEVEL = 9

/**
 * Encodes an artifact's bytes in one or more frames. `chunked` cuts larger artifacts where their content says, so that
 * another version of them shares most frames.
 */
export function encodeFrames(
  bytes: Uint8Array,
  { chunked = false }: { readonly chunked?: boolean } = {},
): readonly Frame[] {
  const buffer = asBuffer(bytes)
  const isChunked = chunked && buffer.length > SMALL_BYTES
  const ends = isChunked ? chunkEnds(buffer) : frameEnds(buffer.length)
  return ends.map((end, i) => {
    const raw = buffer.subarray(ends[i - 1] ?? 0, end)
    const frame = encodeFrame(raw, LEVEL)
    return isChunked ? { ...frame, chunk: hashHex(raw) } : frame
  })
}

/** Encodes what is sealed: smaller, and slower to write. */
export function encodeSealed(raw: Buffer): Frame {
  return encodeFrame(raw, raw.length <= SMALL_BYTES ? SMALL_SEALED_LEVEL : SEALED_LEVEL)
}

/**
 * Decodes one frame; throws where the bytes are no frame of that codec or do not have the recorded size. `before` are the
 * raw frames that precede a prefixed one in its segment.
 */
export function decodeFrame(
  { codec, rawSize, data }: { readonly codec: number; readonly rawSize: number; readonly data: Uint8Array },
  before: readonly Buffer[] = [],
): Buffer {
  const raw = unpack(asBuffer(data), codec, before)
  if (raw.length !== rawSize) throw new Error(`frame of ${raw.length} bytes where ${rawSize} were recorded`)
  return raw
}

function unpack(packed: Buffer, codec: number, before: readonly Buffer[]): Buffer {
  if (codec === CODEC.plain) return packed
  if (codec === CODEC.zstd) return asBuffer(decompress(packed))
  if (codec === CODEC.prefixed) return decompressAfter(before, packed)
  throw new Error(`frame with unknown codec ${codec}`)
}

function encodeFrame(raw: Buffer, level: number): Frame {
  const packed = compress(raw, level)
  if (packed.length >= raw.length) return { codec: CODEC.plain, rawSize: raw.length, data: raw }
  return { codec: CODEC.zstd, rawSize: raw.length, data: packed }
}

function frameEnds(size: number): readonly number[] {
  return Array.from({ length: Math.ceil(size / FRAME_BYTES) }, (_, i) => Math.min(size, (i + 1) * FRAME_BYTES))
}
