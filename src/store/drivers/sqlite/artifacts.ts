import type { ArtifactId } from '../../../model/id.ts'
import type { EncodedArtifact, Frame } from '../../encoding.ts'
import type { Connection } from './connection.ts'
import { type FramePosition, insertFrame } from './frames.ts'
import { pages } from './pages.ts'
import { corrupt } from './read-artifacts.ts'

interface ArtifactRow {
  readonly artifact: number
  readonly artifact_id: ArtifactId
  readonly size: number
}

/** Where a stretch of an artifact stands: [offset, offset + size) of the decoded frame. */
export interface Piece {
  readonly frame: number
  readonly offset: number
  readonly size: number
}

export interface Written {
  /** How many of its bytes were there already. */
  readonly deduplicated: number
  readonly pieces: readonly Piece[]
}

/** Writes an artifact the store does not have yet. */
export function writeArtifact(connection: Connection, artifact: EncodedArtifact, position?: FramePosition): Written {
  if (artifact.live?.follows && !position) throw new Error('a live delta stands only in the chain of its session')
  if (hasArtifact(connection, artifact.id)) return { deduplicated: artifact.size, pieces: [] }
  let deduplicated = 0
  const pieces = artifact.frames.map((frame) => {
    const known = frame.chunk === undefined ? undefined : findChunk(connection, frame.chunk)
    if (known) deduplicated += known.size
    return known ?? writeFrame(connection, frame, position)
  })
  insertArtifact(connection, { id: artifact.id, size: artifact.size, pieces })
  return { deduplicated, pieces }
}

/** Writes an artifact that consists of stretches of frames already there. */
export function insertArtifact(
  connection: Connection,
  { id, size, pieces }: { readonly id: ArtifactId; readonly size: number; readonly pieces: readonly Piece[] },
): void {
  const artifact = connection.run('INSERT INTO artifacts (artifact_id, size) VALUES (?, ?)', [id, size])
  for (const [piece, { frame, offset, size: length }] of pieces.entries()) {
    connection.run('INSERT INTO pieces (artifact, piece, frame, offset, size) VALUES (?, ?, ?, ?, ?)', [
      artifact,
      piece,
      frame,
      offset,
      length,
    ])
  }
}

export function hasArtifact(connection: Connection, id: ArtifactId): boolean {
  return connection.get('SELECT artifact FROM artifacts WHERE artifact_id = ?', [id]) !== undefined
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

function findChunk(connection: Connection, hash: string): Piece | undefined {
  return connection.get('SELECT frame, offset, size FROM chunks WHERE hash = ?', [hash])
}

function writeFrame(connection: Connection, frame: Frame, position?: FramePosition): Piece {
  const number = insertFrame(connection, frame, position && { position })
  const piece = { frame: number, offset: 0, size: frame.rawSize }
  if (frame.chunk !== undefined) {
    connection.run('INSERT INTO chunks (hash, frame, offset, size) VALUES (@hash, @frame, @offset, @size)', {
      hash: frame.chunk,
      ...piece,
    })
  }
  return piece
}
