import { Decoder, Encoder } from '@toondepauw/node-zstd'
import { type ArtifactId, artifactIdOf, asBuffer, hashHex } from '../model/id.ts'
import { chunkEnds } from './chunking.ts'

/** Of the table below. Raised when frames are written that an older reader cannot read. */
export const ENCODING_VERSION = 2

/**
 * How a frame's bytes were encoded; the number is stored with each frame and never gets another meaning.
 * `prefixed` is zstd with a dictionary of raw content: the last 256 KB before the frame in its segment, of which the
 * frame may need fewer.
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

/** An artifact ready to be stored: named by its own bytes, encoded in one or more frames. */
export interface EncodedArtifact {
  readonly id: ArtifactId
  readonly size: number
  readonly frames: readonly Frame[]
  /** Given for a live delta, which has one frame. */
  readonly live?: LiveFrame
}

/** The frames at the end of a session's chain that the next delta may build on. */
export interface LiveSegment {
  /** Raw bytes: the last of the session's record. */
  readonly size: number
  readonly frames: number
  /** The hash of its last bytes, as many as are the prefix of the next frame. */
  readonly tail: string
}

interface LiveFrame {
  /** What the frame was compressed against; null where it starts a segment. */
  readonly follows: LiveSegment | null
  /** The segment with this frame in it. */
  readonly becomes: LiveSegment
}

export interface EncodedDelta extends EncodedArtifact {
  readonly live: LiveFrame
}

/**
 * Larger artifacts are cut into frames of this size, so that no value grows past what a database cell can hold. The
 * decoder's output grows by doubling: from 4 MiB on it would take twice the memory.
 */
export const FRAME_BYTES = 4_000_000
/** Smaller artifacts are not worth cutting into chunks. */
const CHUNKED_BYTES = 256 << 10
/** What a prefixed frame may need of the bytes before it. */
const LONGEST_PREFIX = 256 << 10
/** What is given to the encoder: four times as much makes frames a tenth smaller and takes three times as long. */
const PREFIX_BYTES = 64 << 10
/** A larger delta says most of what a prefix would say itself: without one it is a tenth larger in half the time. */
const ALONE_BYTES = 64 << 10
/** A segment that holds this much takes no more: whoever reads its last frame decodes it all. */
const SEGMENT_BYTES = 2 << 20
const SEGMENT_FRAMES = 512

/** A smaller frame is decoded before another thread would have been woken. */
const SMALL_BYTES = 256 << 10

const LEVEL = 3
/** For a delta that stands alone: a fortieth larger than level 3 makes it, in three quarters of the time. */
const ALONE_LEVEL = 2
/** Behind a prefix level 3 makes frames a twentieth smaller and takes twice as long; sealing makes up for it. */
const LIVE_LEVEL = 1
/** On real sessions 1.05 of level 19 at ten times its speed; 13 to 15 are much slower and hardly smaller. */
const SEALED_LEVEL = 12

// Made when first needed: most commands only look, and loading zstd takes longer than that.
let encoder: Encoder | undefined
let liveEncoder: Encoder | undefined
let sealer: Encoder | undefined
let derived: Encoder | undefined
let decoder: Decoder | undefined

/**
 * Names and encodes bytes. Compression runs beside the caller on another thread and never changes the name.
 * `chunked` cuts larger artifacts where their content says, so that another version of them shares most frames.
 */
export async function encodeArtifact(
  bytes: Uint8Array,
  { chunked = false }: { readonly chunked?: boolean } = {},
): Promise<EncodedArtifact> {
  const buffer = asBuffer(bytes)
  const inChunks = chunked && buffer.length >= CHUNKED_BYTES
  const ends = inChunks ? chunkEnds(buffer) : frameEnds(buffer.length)
  const frames = ends.map(async (end, i) => {
    const raw = buffer.subarray(ends[i - 1] ?? 0, end)
    const frame = await encodeFrame(raw, fast())
    return inChunks ? { ...frame, chunk: hashHex(raw) } : frame
  })
  return { id: artifactIdOf(buffer), size: buffer.length, frames: await Promise.all(frames) }
}

/** How many of the bytes before a delta of this size `encodeDelta` wants: none where the delta starts a segment. */
export function prefixSize(live: LiveSegment | undefined, size: number): number {
  if (!live || size >= ALONE_BYTES || live.size >= SEGMENT_BYTES || live.frames >= SEGMENT_FRAMES) return 0
  return Math.min(PREFIX_BYTES, live.size)
}

interface DeltaPlace {
  readonly live: LiveSegment | undefined
  /** As many of the bytes before as `prefixSize` said. */
  readonly prefix: Buffer
  /** True to compress on another thread, while the caller does something else. */
  readonly aside?: boolean
}

/**
 * Names and encodes a small delta against the bytes before it, at once unless it is told otherwise: another thread
 * would take as long to be woken. A prefix that is not the end of the segment is not used: what is stored must be
 * readable from the store alone.
 */
export async function encodeDelta(
  bytes: Uint8Array,
  { live, prefix, aside = false }: DeltaPlace,
): Promise<EncodedDelta> {
  const buffer = asBuffer(bytes)
  const follows = live && isUsable(prefix) && hashHex(prefix) === live.tail ? live : null
  const by = follows ? new Encoder(LIVE_LEVEL, prefix) : alone()
  const packing = aside ? by.encode(buffer) : by.encodeSync(buffer)
  const id = artifactIdOf(buffer)
  const becomes = {
    size: (follows?.size ?? 0) + buffer.length,
    frames: (follows?.frames ?? 0) + 1,
    tail: hashHex(endOf(follows ? [prefix, buffer] : [buffer])),
  }
  const frame = toFrame(buffer, await packing, follows ? CODEC.prefixed : CODEC.zstd)
  return { id, size: buffer.length, frames: [frame], live: { follows, becomes } }
}

/** Encodes bytes that are derived; unless there are many, at once: a thread may be busy with artifacts. */
export async function encodeBytes(bytes: Uint8Array): Promise<Frame> {
  const raw = asBuffer(bytes)
  derived ??= new Encoder(LIVE_LEVEL)
  return raw.length <= 4 * SMALL_BYTES ? toFrame(raw, derived.encodeSync(raw), CODEC.zstd) : encodeFrame(raw, derived)
}

/** Encodes a sealed segment: smaller, and slower to write. */
export function encodeSealed(raw: Buffer): Promise<Frame> {
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

function alone(): Encoder {
  liveEncoder ??= new Encoder(ALONE_LEVEL)
  return liveEncoder
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
  const short = lastBytes(before, PREFIX_BYTES)
  if (isUsable(short)) yield new Decoder(short)
  const long = lastBytes(before, LONGEST_PREFIX)
  if (long.length > short.length && isUsable(long)) yield new Decoder(long)
}

/** zstd takes bytes that start so for a trained dictionary, and ends the process where they are none. */
const DICTIONARY_MAGIC = 0xec30a437

function isUsable(prefix: Buffer): boolean {
  return prefix.length > 0 && !(prefix.length >= 4 && prefix.readUInt32LE(0) === DICTIONARY_MAGIC)
}

/** The prefix of the next frame. */
function endOf(buffers: readonly Buffer[]): Buffer {
  const last = buffers.at(-1)!
  return last.length < PREFIX_BYTES ? lastBytes(buffers, PREFIX_BYTES) : last.subarray(-PREFIX_BYTES)
}

/** Always fresh memory: it is what tells the garbage collector how much a decoder holds outside its sight. */
function lastBytes(buffers: readonly Buffer[], limit: number): Buffer {
  const last: Buffer[] = []
  let size = 0
  for (let i = buffers.length - 1; i >= 0 && size < limit; i--) {
    const buffer = buffers[i]!
    const part = buffer.subarray(Math.max(0, buffer.length - (limit - size)))
    last.unshift(part)
    size += part.length
  }
  return Buffer.concat(last, size)
}

function frameEnds(size: number): readonly number[] {
  return Array.from({ length: Math.ceil(size / FRAME_BYTES) }, (_, i) => Math.min(size, (i + 1) * FRAME_BYTES))
}
