import type { ArtifactId } from '../../../model/id.ts'
import type { Manifest, PutManifest } from '../../store.ts'
import { hasArtifact, insertArtifact, type Piece, writeArtifact } from './artifacts.ts'
import type { Connection } from './connection.ts'
import { missing } from './read-artifacts.ts'

type Stretch = PutManifest['stretches'][number]

interface ManifestRow {
  readonly artifact: ArtifactId
  readonly size: number
  readonly detail: string
}

export function putManifest(connection: Connection, manifest: PutManifest): void {
  const { key, artifact, size, detail, own } = manifest
  connection.write('manifest', 'relaxed', (passed) => {
    if (!hasArtifact(connection, artifact)) {
      for (const part of own) writeArtifact(connection, part)
      insertArtifact(connection, { id: artifact, size, pieces: piecesOf(connection, manifest) })
    }
    passed('artifact')
    connection.run(
      `INSERT INTO manifests (key, artifact_ref, size, detail) VALUES (@key, @artifact, @size, @detail)
       ON CONFLICT (key) DO UPDATE SET artifact_ref = excluded.artifact_ref, size = excluded.size, detail = excluded.detail`,
      { key, artifact, size, detail: JSON.stringify(detail) },
    )
    passed('row')
  })
}

export function findManifest(connection: Connection, key: string): Manifest | undefined {
  const row = connection.get<ManifestRow>(
    'SELECT artifact_ref AS artifact, size, detail FROM manifests WHERE key = ?',
    [key],
  )
  return row && { ...row, detail: JSON.parse(row.detail) }
}

/** Where the stretches stand; those that lie end to end in one frame are one piece. */
function piecesOf(connection: Connection, { size, stretches }: PutManifest): readonly Piece[] {
  const joined: Piece[] = []
  const stored = storedPieces(connection, stretches)
  for (const piece of stretches.flatMap((stretch) => cut(stored, stretch))) {
    const last = joined.at(-1)
    if (last?.frame === piece.frame && last.offset + last.size === piece.offset) {
      joined[joined.length - 1] = { ...last, size: last.size + piece.size }
    } else joined.push(piece)
  }
  const found = joined.reduce((sum, piece) => sum + piece.size, 0)
  if (found !== size) throw new Error(`stretches of ${found} bytes do not make a manifest of ${size}`)
  return joined
}

/** The pieces of every artifact among the stretches; an empty one has none. */
function storedPieces(connection: Connection, stretches: readonly Stretch[]): Map<ArtifactId, readonly Piece[]> {
  const rows = connection.all<Omit<Piece, 'frame'> & { readonly id: ArtifactId; readonly frame: number | null }>(
    `SELECT artifacts.artifact_id AS id, pieces.frame, pieces.offset, pieces.size
       FROM artifacts LEFT JOIN pieces USING (artifact)
      WHERE artifact_id IN (SELECT value FROM json_each(?)) ORDER BY artifact, piece`,
    [JSON.stringify(stretches.map(({ artifact }) => artifact))],
  )
  const found = new Map<ArtifactId, Piece[]>()
  for (const { id, frame, offset, size } of rows) {
    const known = found.get(id) ?? []
    if (frame !== null) known.push({ frame, offset, size })
    found.set(id, known)
  }
  return found
}

function cut(stored: ReadonlyMap<ArtifactId, readonly Piece[]>, { artifact, start, end }: Stretch): readonly Piece[] {
  const pieces = stored.get(artifact)
  if (!pieces) throw missing(artifact)
  let at = 0
  return pieces.flatMap(({ frame, offset, size }) => {
    const [from, to] = [Math.max(start, at), Math.min(end, at + size)]
    const piece = { frame, offset: offset + from - at, size: to - from }
    at += size
    return to > from ? [piece] : []
  })
}
