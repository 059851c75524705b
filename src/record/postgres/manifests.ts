import { type ArtifactId, artifactIdOf } from '../../model/id.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import { missing } from '../artifact-failures.ts'
import type { JoinedArtifact, Manifest, PutManifest } from '../record.ts'
import { hasArtifact, insertArtifact, type Piece, writeArtifact } from './artifacts.ts'
import { writeTogether } from './locks.ts'
import { findPieces } from './read-artifacts.ts'
import type { Units } from './units.ts'

interface ManifestRow {
  readonly artifact: ArtifactId
  readonly size: number
  readonly detail: string
}

export function putManifest(connection: Connection, units: Units, manifest: PutManifest): Promise<void> {
  const { key, artifact, size, detail } = manifest
  return writeTogether(connection, async (sql) => {
    if (!(await hasArtifact(sql, artifact)))
      for (const bytes of manifest.own) await writeArtifact(sql, units, { id: artifactIdOf(bytes), bytes })
    await joinArtifact(sql, manifest)
    await sql`
      INSERT INTO manifests (key, artifact_ref, size, detail)
      VALUES (${key}, ${artifact}, ${size}, ${JSON.stringify(detail)})
      ON CONFLICT (key) DO UPDATE
        SET artifact_ref = excluded.artifact_ref, size = excluded.size, detail = excluded.detail`
  })
}

/** Writes an artifact that is a row of stretches of others; returns how many of its bytes were there: all of them. */
export async function joinArtifact(sql: Sql, joined: JoinedArtifact): Promise<number> {
  const { artifact, size } = joined
  if (!(await hasArtifact(sql, artifact)))
    await insertArtifact(sql, { id: artifact, size, pieces: await piecesOf(sql, joined) })
  return size
}

export async function findManifest(sql: Sql, key: string): Promise<Manifest | undefined> {
  const [row] = await sql<ManifestRow[]>`
    SELECT artifact_ref AS artifact, size, detail FROM manifests WHERE key = ${key}`
  return row && { ...row, detail: JSON.parse(row.detail) }
}

/** Where the stretches are; those that lie end to end in one unit are one piece. */
async function piecesOf(sql: Sql, { size, stretches }: JoinedArtifact): Promise<readonly Piece[]> {
  const found = await findPieces(sql, [...new Set(stretches.map(({ artifact }) => artifact))])
  const joined: { unit: ArtifactId; start: number; size: number }[] = []
  let sum = 0
  for (const { artifact, start, end } of stretches) {
    const known = found.get(artifact)
    if (!known) throw missing(artifact)
    for (const piece of piecesIn(known.pieces, start, end)) {
      sum += piece.size
      const last = joined.at(-1)
      if (last?.unit === piece.unit && last.start + last.size === piece.start) last.size += piece.size
      else joined.push({ ...piece })
    }
  }
  if (sum !== size) throw new Error(`stretches of ${sum} bytes do not make a manifest of ${size}`)
  return joined
}

/** What of [start, end) of an artifact is in each of its units. */
function* piecesIn(pieces: readonly Piece[], start: number, end: number): Iterable<Piece> {
  let at = 0
  for (const piece of pieces) {
    const from = Math.max(start, at)
    const to = Math.min(end, at + piece.size)
    if (to > from) yield { unit: piece.unit, start: piece.start + from - at, size: to - from }
    at += piece.size
  }
}
