import { Failure } from '../../../model/errors.ts'
import { type ArtifactId, artifactIdOf, shortId } from '../../../model/id.ts'
import { decodeFrame, type EncodedArtifact } from '../../encoding.ts'
import type { Connection } from './connection.ts'
import { pages } from './pages.ts'

interface ArtifactRow {
  readonly artifact: number
  readonly artifact_id: ArtifactId
  readonly size: number
}

interface PieceRow {
  readonly offset: number
  readonly size: number
  /** Null where the frame is gone. */
  readonly codec: number | null
  readonly raw_size: number
  readonly data: Buffer
}

/** Writes an artifact the store does not have yet; returns how many of its bytes were there already. */
export function writeArtifact(connection: Connection, { id, size, frames }: EncodedArtifact): number {
  if (findArtifact(connection, id)) return size
  const artifact = connection.run('INSERT INTO artifacts (artifact_id, size) VALUES (?, ?)', [id, size])
  for (const [piece, { codec, rawSize, data }] of frames.entries()) {
    const frame = connection.run('INSERT INTO frames (codec, raw_size, data) VALUES (?, ?, ?)', [codec, rawSize, data])
    connection.run('INSERT INTO pieces (artifact, piece, frame, offset, size) VALUES (?, ?, ?, 0, ?)', [
      artifact,
      piece,
      frame,
      rawSize,
    ])
  }
  return 0
}

export function hasArtifact(connection: Connection, id: ArtifactId): boolean {
  return findArtifact(connection, id) !== undefined
}

/** Returns the bytes that were written under this id, or throws; never any others. */
export function readArtifact(connection: Connection, id: ArtifactId): Buffer {
  const row = findArtifact(connection, id)
  if (!row) throw missing(id)
  const rows = connection.all<PieceRow>(
    `SELECT pieces.offset, pieces.size, frames.codec, frames.raw_size, frames.data
       FROM pieces LEFT JOIN frames USING (frame) WHERE pieces.artifact = ? ORDER BY pieces.piece`,
    [row.artifact],
  )
  const decoded = rows.map((piece) => decodePiece(id, piece))
  const bytes = decoded.length === 1 && decoded[0] ? decoded[0] : Buffer.concat(decoded)
  if (bytes.length !== row.size) throw corrupt(id, `it has ${bytes.length} bytes where ${row.size} were recorded`)
  if (artifactIdOf(bytes) !== id) throw corrupt(id, 'its bytes no longer match its hash')
  return bytes
}

export async function* listArtifacts(connection: Connection): AsyncGenerator<{ id: ArtifactId; size: number }> {
  const rows = pages<ArtifactRow>((after, limit) =>
    connection.all('SELECT artifact, artifact_id, size FROM artifacts WHERE artifact > ? ORDER BY artifact LIMIT ?', [
      after?.artifact ?? 0,
      limit,
    ]),
  )
  for await (const row of rows) {
    if (typeof row.artifact_id !== 'string') throw corrupt(`art-?${row.artifact}` as ArtifactId, 'its name is lost')
    yield { id: row.artifact_id, size: row.size }
  }
}

export function findArtifacts(connection: Connection, prefix: string, limit: number): readonly ArtifactId[] {
  return connection
    .all<ArtifactRow>(
      'SELECT artifact_id FROM artifacts WHERE artifact_id >= ? AND artifact_id < ? ORDER BY artifact_id LIMIT ?',
      [prefix, `${prefix}\u{10ffff}`, limit],
    )
    .map((row) => row.artifact_id)
}

function findArtifact(connection: Connection, id: ArtifactId): ArtifactRow | undefined {
  return connection.get('SELECT artifact, artifact_id, size FROM artifacts WHERE artifact_id = ?', [id])
}

function decodePiece(id: ArtifactId, { codec, raw_size, data, offset, size }: PieceRow): Buffer {
  if (codec === null) throw missing(id)
  try {
    const raw = decodeFrame(codec, raw_size, data)
    return offset === 0 && size === raw.length ? raw : raw.subarray(offset, offset + size)
  } catch (error) {
    throw corrupt(id, 'it cannot be decoded', error)
  }
}

function missing(id: ArtifactId): Failure {
  return new Failure('artifact-missing', `Artifact ${shortId(id)} is not in the store.`, {
    facts: { artifact: id },
    hint: 'Run `stet verify` to list what is missing, then `stet inscribe` to record again what its file still has.',
  })
}

function corrupt(id: ArtifactId, what: string, cause?: unknown): Failure {
  return new Failure('artifact-corrupt', `Artifact ${shortId(id)} is damaged: ${what}.`, {
    facts: { artifact: id },
    hint: 'Run `stet verify` to list every damaged artifact.',
    cause,
  })
}
