import { Failure } from '../../../model/errors.ts'
import { type ArtifactId, artifactIdOf, shortId } from '../../../model/id.ts'
import type { Piece } from './artifacts.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames, Decoding } from './decoded-frames.ts'
import type { FrameFacts } from './frames.ts'

/** How much is decoded before it is asked for: two sealed frames, and the one that is read meanwhile. */
const AHEAD_BYTES = 12 << 20

/** A frame may be encoded again between two looks, by this process or another; then the pieces say where it went. */
const LOOKS = 10

/** Artifacts looked up at once; each lookup by itself takes as long as decoding it. */
const BATCH = 64

interface PieceRow extends Omit<FrameFacts, 'codec'>, Piece {
  readonly artifact: ArtifactId
  readonly whole: number
  /** Null where the frame is gone. */
  readonly codec: number | null
}

/** What is decoded, or being decoded, of an artifact. */
interface Started {
  readonly id: ArtifactId
  readonly size: number
  /** Undefined where the artifact, or what it needs, is not there. */
  readonly parts: readonly Part[] | undefined
}

interface Part extends Decoding {
  readonly offset: number
  readonly size: number
}

/** Returns the bytes that were written under this id, or throws; never any others. */
export async function readArtifact(connection: Connection, frames: DecodedFrames, id: ArtifactId): Promise<Buffer> {
  return finish(start(connection, frames, id))
}

export async function* readArtifacts(
  connection: Connection,
  frames: DecodedFrames,
  ids: Iterable<ArtifactId> | AsyncIterable<ArtifactId>,
): AsyncGenerator<Buffer> {
  let started: Started[] = []
  let next: Started[] = [] // the first of them at the end
  let bytes = 0
  for await (const batch of inBatches(ids)) {
    const pieces = findPieces(connection, batch)
    for (const id of batch) {
      const one = start(connection, frames, id, pieces.get(id))
      started.push(one)
      bytes += one.size
      while (bytes > AHEAD_BYTES) yield finish(take())
    }
  }
  while (started.length + next.length > 0) yield finish(take())

  function take(): Started {
    if (next.length === 0) {
      next = started.reverse()
      started = []
    }
    const one = next.pop()!
    bytes -= one.size
    return one
  }
}

async function* inBatches<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Reads what is stored of an artifact and lets it be decoded. */
function start(
  connection: Connection,
  frames: DecodedFrames,
  id: ArtifactId,
  found = findPieces(connection, [id]).get(id),
): Started {
  let rows = found
  for (let looks = 0; rows && looks < LOOKS; looks++) {
    const size = rows[0]!.whole
    const parts = size === 0 ? [] : rows.map((row) => decodePiece(frames, row))
    if (parts.every((part) => part !== undefined)) return { id, size, parts }
    rows = findPieces(connection, [id]).get(id)
  }
  return { id, size: 0, parts: undefined }
}

/** The pieces of artifacts in order, with what is to know of their frames. */
function findPieces(connection: Connection, ids: readonly ArtifactId[]): Map<ArtifactId, readonly PieceRow[]> {
  const rows = connection.all<PieceRow>(
    `SELECT artifacts.artifact_id AS artifact, artifacts.size AS whole, pieces.frame, pieces.offset, pieces.size,
            frames.codec, frames.raw_size, frames.segment, frames.seq
       FROM artifacts LEFT JOIN pieces USING (artifact) LEFT JOIN frames ON frames.frame = pieces.frame
      WHERE artifacts.artifact_id IN (SELECT value FROM json_each(?)) ORDER BY artifacts.artifact, pieces.piece`,
    [JSON.stringify(ids)],
  )
  const found = new Map<ArtifactId, PieceRow[]>()
  for (const row of rows) {
    const known = found.get(row.artifact)
    if (known) known.push(row)
    else found.set(row.artifact, [row])
  }
  return found
}

function decodePiece(frames: DecodedFrames, row: PieceRow): Part | undefined {
  const { codec, offset, size } = row
  if (codec === null) return undefined
  const whole = offset === 0 && size === row.raw_size
  const decoding = frames.decode({ ...row, codec }, !whole)
  return decoding && { ...decoding, offset, size }
}

async function finish({ id, size, parts }: Started): Promise<Buffer> {
  if (!parts) throw missing(id)
  const bytes = await joined(parts).catch((error: unknown) => {
    throw corrupt(id, 'it cannot be decoded', error)
  })
  if (bytes.length !== size) throw corrupt(id, `it has ${bytes.length} bytes where ${size} were recorded`)
  if (artifactIdOf(bytes) !== id) throw corrupt(id, 'its bytes no longer match its hash')
  return bytes
}

async function joined(parts: readonly Part[]): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (const { raws, at, offset, size } of parts) pieces.push((await raws)[at]!.subarray(offset, offset + size))
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
}

export function missing(id: ArtifactId): Failure {
  return new Failure('artifact-missing', `Artifact ${shortId(id)} is not in the store.`, {
    facts: { artifact: id },
    hint: 'Run `stet verify` to list what is missing, then `stet inscribe` to record again what its file still has.',
  })
}

export function corrupt(id: ArtifactId, what: string, cause?: unknown): Failure {
  return new Failure('artifact-corrupt', `Artifact ${shortId(id)} is damaged: ${what}.`, {
    facts: { artifact: id },
    hint: 'Run `stet verify` to list every damaged artifact.',
    cause,
  })
}
