import { Failure } from '../../../model/errors.ts'
import { type ArtifactId, artifactIdOf, shortId } from '../../../model/id.ts'
import type { Piece } from './artifacts.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames } from './decoded-frames.ts'
import type { FrameFacts } from './frames.ts'

/** How much is decoded before it is asked for: enough that two threads have work. */
const AHEAD_BYTES = 8 << 20

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

interface Started {
  readonly size: number
  readonly bytes: Promise<Buffer>
}

/** Returns the bytes that were written under this id, or throws; never any others. */
export async function readArtifact(connection: Connection, frames: DecodedFrames, id: ArtifactId): Promise<Buffer> {
  return start(connection, frames, id).bytes
}

export async function* readArtifacts(
  connection: Connection,
  frames: DecodedFrames,
  ids: Iterable<ArtifactId> | AsyncIterable<ArtifactId>,
): AsyncGenerator<Buffer> {
  const ahead: Started[] = []
  let bytes = 0
  for await (const batch of inBatches(ids)) {
    const pieces = findPieces(connection, batch)
    for (const id of batch) {
      const started = start(connection, frames, id, pieces.get(id))
      started.bytes.catch(() => {}) // thrown where it is waited for
      ahead.push(started)
      bytes += started.size
      while (bytes > AHEAD_BYTES) yield take()
    }
  }
  while (ahead.length > 0) yield take()

  function take(): Promise<Buffer> {
    const { size, bytes: taken } = ahead.shift()!
    bytes -= size
    return taken
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
    const raws = size === 0 ? [] : rows.map((row) => decodePiece(frames, row))
    if (raws.every((raw) => raw !== undefined)) return { size, bytes: check(id, size, raws) }
    rows = findPieces(connection, [id]).get(id)
  }
  return { size: 0, bytes: Promise.reject(missing(id)) }
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

function decodePiece(frames: DecodedFrames, row: PieceRow): Promise<Buffer> | undefined {
  const { codec, offset, size } = row
  if (codec === null) return undefined
  const whole = offset === 0 && size === row.raw_size
  const raw = frames.decode({ ...row, codec }, !whole)
  return whole ? raw : raw?.then((all) => all.subarray(offset, offset + size))
}

async function check(id: ArtifactId, size: number, pieces: readonly Promise<Buffer>[]): Promise<Buffer> {
  const bytes = await joined(pieces).catch((error: unknown) => {
    throw corrupt(id, 'it cannot be decoded', error)
  })
  if (bytes.length !== size) throw corrupt(id, `it has ${bytes.length} bytes where ${size} were recorded`)
  if (artifactIdOf(bytes) !== id) throw corrupt(id, 'its bytes no longer match its hash')
  return bytes
}

async function joined(pieces: readonly Promise<Buffer>[]): Promise<Buffer> {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(await Promise.all(pieces))
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
