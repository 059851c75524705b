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

interface PieceRow extends Omit<FrameFacts, 'codec'>, Piece {
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
  for await (const id of ids) {
    const started = start(connection, frames, id)
    started.bytes.catch(() => {}) // thrown where it is waited for
    ahead.push(started)
    bytes += started.size
    while (bytes > AHEAD_BYTES) yield take()
  }
  while (ahead.length > 0) yield take()

  function take(): Promise<Buffer> {
    const { size, bytes: taken } = ahead.shift()!
    bytes -= size
    return taken
  }
}

/** Reads what is stored of an artifact and lets it be decoded. */
function start(connection: Connection, frames: DecodedFrames, id: ArtifactId): Started {
  for (let looks = 0; looks < LOOKS; looks++) {
    const rows = findPieces(connection, id)
    const size = rows[0]?.whole
    if (size === undefined) break
    if (size === 0) return { size, bytes: check(id, 0, []) }
    const raws = rows.map((row) => decodePiece(frames, row))
    if (raws.every((raw) => raw !== undefined)) return { size, bytes: check(id, size, raws) }
  }
  return { size: 0, bytes: Promise.reject(missing(id)) }
}

function findPieces(connection: Connection, id: ArtifactId): readonly PieceRow[] {
  return connection.all(
    `SELECT artifacts.size AS whole, pieces.frame, pieces.offset, pieces.size,
            frames.codec, frames.raw_size, frames.segment, frames.seq
       FROM artifacts LEFT JOIN pieces USING (artifact) LEFT JOIN frames ON frames.frame = pieces.frame
      WHERE artifacts.artifact_id = ? ORDER BY pieces.piece`,
    [id],
  )
}

function decodePiece(frames: DecodedFrames, row: PieceRow): Promise<Buffer> | undefined {
  const { codec, offset, size } = row
  if (codec === null) return undefined
  const whole = offset === 0 && size === row.raw_size
  const raw = frames.decode({ ...row, codec }, !whole)
  return whole ? raw : raw?.then((all) => all.subarray(offset, offset + size))
}

async function check(id: ArtifactId, size: number, pieces: readonly Promise<Buffer>[]): Promise<Buffer> {
  const parts = await Promise.all(pieces).catch((error: unknown) => {
    throw corrupt(id, 'it cannot be decoded', error)
  })
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  if (bytes.length !== size) throw corrupt(id, `it has ${bytes.length} bytes where ${size} were recorded`)
  if (artifactIdOf(bytes) !== id) throw corrupt(id, 'its bytes no longer match its hash')
  return bytes
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
