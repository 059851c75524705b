import type { ArtifactId } from '../../model/id.ts'
import { missing } from '../artifact-failures.ts'
import type { JoinedArtifact, Manifest, PutManifest } from '../record.ts'
import { hasArtifact, insertArtifact, type Slice, writeArtifact } from './artifacts.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames } from './decoded-frames.ts'
import { encodeArtifact } from './encode-artifact.ts'

type Stretch = PutManifest['stretches'][number]

interface ManifestRow {
  readonly artifact: ArtifactId
  readonly size: number
  readonly detail: string
}

export async function putManifest(
  connection: Connection,
  decoded: DecodedFrames,
  manifest: PutManifest,
): Promise<void> {
  const { key, artifact, size, detail } = manifest
  const own = manifest.own.map((bytes) => encodeArtifact(connection, decoded, bytes))
  connection.write('manifest', 'relaxed', (passed) => {
    if (!hasArtifact(connection, artifact)) for (const one of own) writeArtifact(connection, one)
    joinArtifact(connection, manifest)
    passed('artifact')
    connection.run(
      `INSERT INTO manifests (key, artifact_ref, size, detail) VALUES (@key, @artifact, @size, @detail)
       ON CONFLICT (key) DO UPDATE SET artifact_ref = excluded.artifact_ref, size = excluded.size, detail = excluded.detail`,
      { key, artifact, size, detail: JSON.stringify(detail) },
    )
    passed('row')
  })
}

/** Writes an artifact that is a row of stretches of others; returns how many of its bytes were there: all of them. */
export function joinArtifact(connection: Connection, joined: JoinedArtifact): number {
  const { artifact, size } = joined
  if (!hasArtifact(connection, artifact))
    insertArtifact(connection, { id: artifact, size, slices: slicesOf(connection, joined) })
  return size
}

export function findManifest(connection: Connection, key: string): Manifest | undefined {
  const row = connection.get<ManifestRow>(
    'SELECT artifact_ref AS artifact, size, detail FROM manifests WHERE key = ?',
    [key],
  )
  return row && { ...row, detail: JSON.parse(row.detail) }
}

/** Where the stretches are; those that lie end to end in one frame are one slice. */
function slicesOf(connection: Connection, { size, stretches }: JoinedArtifact): readonly Slice[] {
  const joined: Slice[] = []
  let last: { frame: number; offset: number; size: number } | undefined
  let found = 0
  for (const { frame, offset, size } of slicesIn(connection, stretches)) {
    found += size
    if (last?.frame === frame && last.offset + last.size === offset) {
      last.size += size
      continue
    }
    last = { frame, offset, size }
    joined.push(last)
  }
  if (found !== size) throw new Error(`stretches of ${found} bytes do not make a manifest of ${size}`)
  return joined
}

/** What of each stretch is in one frame; an empty one is nowhere. */
function* slicesIn(connection: Connection, stretches: readonly Stretch[]): Iterable<Slice> {
  let nth = -1
  let at = 0
  for (const [of, frame, offset, size] of storedSlices(connection, stretches)) {
    if (of > nth + 1) break
    if (of > nth) at = 0
    nth = of
    if (frame === null) continue
    const { start, end } = stretches[nth]!
    const from = Math.max(start, at)
    const to = Math.min(end, at + size)
    if (to > from) yield { frame, offset: offset + from - at, size: to - from }
    at += size
  }
  if (nth + 1 < stretches.length) throw missing(stretches[nth + 1]!.artifact)
}

/** Which stretch, and a slice of its artifact; without a frame where that is empty. */
type StoredSlice = readonly [nth: number, frame: number | null, offset: number, size: number]

function storedSlices(connection: Connection, stretches: readonly Stretch[]): readonly StoredSlice[] {
  return connection.lists<StoredSlice>(
    `SELECT wanted.key, pieces.frame, pieces.offset, pieces.size
       FROM json_each(?) AS wanted CROSS JOIN artifacts ON artifacts.artifact_id = wanted.value
       LEFT JOIN pieces USING (artifact) ORDER BY wanted.key, pieces.piece`,
    [JSON.stringify(stretches.map(({ artifact }) => artifact))],
  )
}
