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
  let found = 0
  for (const [nth, pieces] of storedPieces(connection, stretches).entries()) {
    for (const piece of cut(pieces, stretches[nth]!)) {
      found += piece.size
      const last = joined.at(-1)
      if (last?.frame === piece.frame && last.offset + last.size === piece.offset) {
        joined[joined.length - 1] = { ...last, size: last.size + piece.size }
      } else joined.push(piece)
    }
  }
  if (found !== size) throw new Error(`stretches of ${found} bytes do not make a manifest of ${size}`)
  return joined
}

/** For each stretch the pieces of its artifact; an empty one has none. */
function storedPieces(connection: Connection, stretches: readonly Stretch[]): readonly (readonly Piece[])[] {
  const rows = connection.all<Omit<Piece, 'frame'> & { readonly nth: number; readonly frame: number | null }>(
    `SELECT wanted.key AS nth, pieces.frame, pieces.offset, pieces.size
       FROM json_each(?) AS wanted CROSS JOIN artifacts ON artifacts.artifact_id = wanted.value
       LEFT JOIN pieces USING (artifact) ORDER BY wanted.key, pieces.piece`,
    [JSON.stringify(stretches.map(({ artifact }) => artifact))],
  )
  const found: Piece[][] = []
  for (const { nth, frame, offset, size } of rows) {
    found[nth] ??= []
    if (frame !== null) found[nth].push({ frame, offset, size })
  }
  return stretches.map(({ artifact }, nth) => {
    const pieces = found[nth]
    if (!pieces) throw missing(artifact)
    return pieces
  })
}

function cut(pieces: readonly Piece[], { start, end }: Stretch): readonly Piece[] {
  let at = 0
  return pieces.flatMap(({ frame, offset, size }) => {
    const [from, to] = [Math.max(start, at), Math.min(end, at + size)]
    const piece = { frame, offset: offset + from - at, size: to - from }
    at += size
    return to > from ? [piece] : []
  })
}
