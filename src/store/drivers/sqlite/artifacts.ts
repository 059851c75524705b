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
  /** The one its first bytes are in; null where it has none. */
  readonly frame: number | null
}

const ARTIFACTS_A_PAGE = 2000

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

/**
 * Within a page those of one frame stand together: who reads them in this order decodes a frame once, however many
 * sessions grew at the same time.
 */
export async function* listArtifacts(connection: Connection): AsyncGenerator<{ id: ArtifactId; size: number }> {
  const rows = pages<readonly ArtifactRow[]>((after) => {
    const page = connection.all<ArtifactRow>(
      `SELECT artifact, artifact_id, size, (
         SELECT frame FROM pieces WHERE pieces.artifact = artifacts.artifact ORDER BY piece LIMIT 1) AS frame
         FROM artifacts WHERE artifact > ? ORDER BY artifact LIMIT ?`,
      [after?.at(-1)?.artifact ?? 0, ARTIFACTS_A_PAGE],
    )
    return page.length === 0 ? [] : [page]
  }, 1)
  for await (const page of rows) {
    const byFrame = page.toSorted((a, b) => (a.frame ?? 0) - (b.frame ?? 0))
    for (const { artifact, artifact_id, size } of byFrame) {
      if (typeof artifact_id !== 'string') throw corrupt(`art-?${artifact}` as ArtifactId, 'its name is lost')
      yield { id: artifact_id, size }
    }
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
