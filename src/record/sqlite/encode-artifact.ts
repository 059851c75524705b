import { type ArtifactId, artifactIdOf, hashHex } from '../../model/id.ts'
import { findChunk, hasArtifact, type Slice } from './artifacts.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames } from './decoded-frames.ts'
import { encodeFrames, type Frame } from './encoding.ts'
import { readArtifact, readSlice } from './read-artifacts.ts'

/** Bytes that are ready to be written as an artifact. */
export interface EncodedArtifact {
  readonly id: ArtifactId
  readonly bytes: Uint8Array
  /** Absent where the artifact is there and was read back. */
  readonly frames?: readonly Frame[]
  /** Hashes of chunks that are there and damaged. */
  readonly damagedChunks: ReadonlySet<string>
}

/**
 * Names and encodes bytes before they are written. What is stored already counts only once it was read back: bytes that
 * cannot be read any more are encoded again.
 */
export function encodeArtifact(
  connection: Connection,
  decoded: DecodedFrames,
  bytes: Uint8Array,
  { chunked = false }: { readonly chunked?: boolean } = {},
): EncodedArtifact {
  const id = artifactIdOf(bytes)
  const damagedChunks = new Set<string>()
  if (hasArtifact(connection, id) && isReadable(connection, decoded, id)) return { id, bytes, damagedChunks }
  const frames = encodeFrames(bytes, { chunked })
  for (const { chunk } of frames) {
    const known = chunk === undefined ? undefined : findChunk(connection, chunk)
    if (chunk === undefined || !known) continue
    if (!isReadableChunk(connection, decoded, known, chunk)) damagedChunks.add(chunk)
  }
  return { id, bytes, frames, damagedChunks }
}

function isReadable(connection: Connection, decoded: DecodedFrames, id: ArtifactId): boolean {
  try {
    readArtifact(connection, decoded, id)
    return true
  } catch {
    return false // damaged or gone: it is written again
  }
}

function isReadableChunk(connection: Connection, decoded: DecodedFrames, slice: Slice, hash: string): boolean {
  try {
    const raw = readSlice(connection, decoded, slice)
    return raw !== undefined && hashHex(raw) === hash
  } catch {
    return false
  }
}
