import { Decoder, Encoder } from '@toondepauw/node-zstd'
import { asBuffer, hashHex } from '../../../model/id.ts'
import { chunkEnds } from './chunking.ts'

/** Of the table below. Raised when frames are written that an older reader cannot read. */
export const ENCODING_VERSION = 2

/**
 * How a frame's bytes were encoded; the number is stored with each frame and never gets another meaning.
 * `prefixed` is zstd with a dictionary of raw content: the last 256 KB before the frame in its segment, of which the
 * frame may need fewer. It is only read: frames written now never need another one.
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

/**
 * Larger artifacts are cut into frames of this size, so that no value grows past what a database cell can hold. The
 * decoder's output grows by doubling: from 4 MiB on it would take twice the memory.
 */
export const FRAME_BYTES = 4_000_000
/** What a prefixed frame may need of the bytes before it. */
const LONGEST_PREFIX = 256 << 10
/** What most of them need. */
const SHORT_PREFIX = 64 << 10

/** A smaller frame is encoded or decoded before another thread would have been woken. */
const SMALL_BYTES = 256 << 10

const LEVEL = 3
/** For small frames: a fortieth larger than level 3 makes them, in three quarters of the time. */
const SMALL_LEVEL = 2
/** On real sessions 1.05 of level 19 at ten times its speed; 13 to 15 are much slower and hardly smaller. */
const SEALED_LEVEL = 12
/** For what is sealed and small, a 200th larger: level 12 takes 30 ms to begin, however little there is. */
const SMALL_SEALED_LEVEL = 9

// Made when first needed: most commands only look, and loading zstd takes longer than that.
let encoder: Encoder | undefined
let smallEncoder: Encoder | undefined
let sealer: Encoder | undefined
let smallSealer: Encoder | undefined
let decoder: Decoder | undefined

/**
 * Encodes an artifact's bytes in one or more frames, large ones on another thread. `chunked` cuts larger artifacts where
 * their content says, so that another version of them shares most frames.
 */
export async function encodeFrames(
  bytes: Uint8Array,
  { chunked = false }: { readonly chunked?: boolean } = {},
): Promise<readonly Frame[]> {
  const buffer = asBuffer(bytes)
  if (buffer.length <= SMALL_BYTES) return encodeSmall(buffer)
  const ends = chunked ? chunkEnds(buffer) : frameEnds(buffer.length)
  const frames = ends.map(async (end, i) => {
    const raw = buffer.subarray(ends[i - 1] ?? 0, end)
    const frame = await encodeFrame(raw, fast())
    return chunked ? { ...frame, chunk: hashHex(raw) } : frame
  })
  return Promise.all(frames)
}

/** The same at once, for what is not worth waking another thread. */
export function encodeSmall(bytes: Uint8Array): readonly Frame[] {
  const buffer = asBuffer(bytes)
  const ends = frameEnds(buffer.length)
  smallEncoder ??= new Encoder(SMALL_LEVEL)
  const by = smallEncoder
  return ends.map((end, i) => {
    const raw = buffer.subarray(ends[i - 1] ?? 0, end)
    return toFrame(raw, by.encodeSync(raw), CODEC.zstd)
  })
}

/** Encodes what is sealed: smaller, and slower to write. */
export async function encodeSealed(raw: Buffer): Promise<Frame> {
  if (raw.length <= SMALL_BYTES) {
    smallSealer ??= new Encoder(SMALL_SEALED_LEVEL)
    return toFrame(raw, smallSealer.encodeSync(raw), CODEC.zstd)
  }
  sealer ??= new Encoder(SEALED_LEVEL)
  return encodeFrame(raw, sealer)
}

/**
 * Decodes one frame, a large one on another thread; throws where the bytes are no frame of that codec or do not have the recorded
 * size. `before` are the raw frames that precede a prefixed one in its segment.
 */
export async function decodeFrame(
  { codec, rawSize, data }: { readonly codec: number; readonly rawSize: number; readonly data: Uint8Array },
  before: readonly Buffer[] = [],
): Promise<Buffer> {
  const packed = asBuffer(data)
  const raw = codec === CODEC.plain ? packed : await unpack(packed, rawSize, decodersOf(codec, before))
  if (raw.length !== rawSize) throw new Error(`frame of ${raw.length} bytes where ${rawSize} were recorded`)
  return raw
}

/** Takes the first decoder that can: with a prefix that is too short zstd finds an offset beyond it, and fails. */
async function unpack(packed: Buffer, rawSize: number, decoders: Iterable<Decoder>): Promise<Buffer> {
  let failure: unknown
  for (const by of decoders) {
    try {
      return rawSize <= SMALL_BYTES ? by.decodeSync(packed) : await by.decode(packed)
    } catch (error) {
      failure = error
    }
  }
  throw failure ?? new Error('frame with an unusable prefix')
}

function fast(): Encoder {
  encoder ??= new Encoder(LEVEL)
  return encoder
}

async function encodeFrame(raw: Buffer, by: Encoder): Promise<Frame> {
  return toFrame(raw, await by.encode(raw), CODEC.zstd)
}

function toFrame(raw: Buffer, packed: Buffer, codec: Codec): Frame {
  if (packed.length >= raw.length) return { codec: CODEC.plain, rawSize: raw.length, data: raw }
  return { codec, rawSize: raw.length, data: packed }
}

/** The shorter prefix first: to give the longer one takes four times as long, and only frames of older versions need it. */
function* decodersOf(codec: number, before: readonly Buffer[]): Iterable<Decoder> {
  if (codec === CODEC.zstd) {
    decoder ??= new Decoder()
    return yield decoder
  }
  if (codec !== CODEC.prefixed) throw new Error(`frame with unknown codec ${codec}`)
  const short = lastBytes(before, SHORT_PREFIX)
  if (isUsable(short)) yield new Decoder(short)
  const long = lastBytes(before, LONGEST_PREFIX)
  if (long.length > short.length && isUsable(long)) yield new Decoder(long)
}

/** zstd takes bytes that start so for a trained dictionary, and ends the process where they are none. */
const DICTIONARY_MAGIC = 0xec30a437

function isUsable(prefix: Buffer): boolean {
  return prefix.length > 0 && !(prefix.length >= 4 && prefix.readUInt32LE(0) === DICTIONARY_MAGIC)
}

/** Always fresh memory: it is what tells the garbage collector how much a decoder holds outside its sight. */
function lastBytes(buffers: readonly Buffer[], limit: number): Buffer {
  const last: Buffer[] = []
  let size = 0
  for (let i = buffers.length - 1; i >= 0 && size < limit; i--) {
    const buffer = buffers[i]!
    const end = buffer.subarray(Math.max(0, buffer.length - (limit - size)))
    last.unshift(end)
    size += end.length
  }
  return Buffer.concat(last, size)
}

function frameEnds(size: number): readonly number[] {
  return Array.from({ length: Math.ceil(size / FRAME_BYTES) }, (_, i) => Math.min(size, (i + 1) * FRAME_BYTES))
}
