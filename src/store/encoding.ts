import { Decoder, Encoder } from '@toondepauw/node-zstd'
import { type ArtifactId, artifactIdOf, asBuffer } from '../model/id.ts'

/** Of the table below. Raised when frames are written that an older reader cannot read. */
export const ENCODING_VERSION = 1

/** How a frame's bytes were encoded; the number is stored with each frame and never gets another meaning. */
export const CODEC = { plain: 0, zstd: 1 } as const
export type Codec = (typeof CODEC)[keyof typeof CODEC]

export interface Frame {
  readonly codec: Codec
  readonly rawSize: number
  readonly data: Uint8Array
}

/** An artifact ready to be stored: named by its own bytes, encoded in one or more frames. */
export interface EncodedArtifact {
  readonly id: ArtifactId
  readonly size: number
  readonly frames: readonly Frame[]
}

/** Larger artifacts are cut into frames of this size, so that no value grows past what a database cell can hold. */
const FRAME_BYTES = 4 << 20

const LEVEL = 3
let encoder: Encoder | undefined
let decoder: Decoder | undefined

/** Names and encodes bytes. Compression runs beside the caller on another thread and never changes the name. */
export async function encodeArtifact(bytes: Uint8Array): Promise<EncodedArtifact> {
  const buffer = asBuffer(bytes)
  const pieces: Promise<Frame>[] = []
  for (let at = 0; at < buffer.length; at += FRAME_BYTES) {
    pieces.push(encodeFrame(buffer.subarray(at, Math.min(buffer.length, at + FRAME_BYTES))))
  }
  return { id: artifactIdOf(buffer), size: buffer.length, frames: await Promise.all(pieces) }
}

async function encodeFrame(raw: Buffer): Promise<Frame> {
  encoder ??= new Encoder(LEVEL) // made when first needed: most commands only look
  const packed = await encoder.encode(raw)
  if (packed.length >= raw.length) return { codec: CODEC.plain, rawSize: raw.length, data: raw }
  return { codec: CODEC.zstd, rawSize: raw.length, data: packed }
}

/** Decodes one frame; throws where the bytes are no frame of that codec or do not have the recorded size. */
export function decodeFrame(codec: number, rawSize: number, data: Uint8Array): Buffer {
  const raw = codec === CODEC.plain ? asBuffer(data) : codec === CODEC.zstd ? unpack(data) : undefined
  if (!raw) throw new Error(`frame with unknown codec ${codec}`)
  if (raw.length !== rawSize) throw new Error(`frame of ${raw.length} bytes where ${rawSize} were recorded`)
  return raw
}

function unpack(data: Uint8Array): Buffer {
  decoder ??= new Decoder()
  return decoder.decodeSync(asBuffer(data))
}
