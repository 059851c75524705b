import { isFailure } from '../../model/errors.ts'
import { type ArtifactId, artifactIdOf, asBuffer } from '../../model/id.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import type { Artifacts } from '../artifacts.ts'
import { chunkEnds } from '../chunking.ts'
import { pages } from '../rules/pages.ts'
import { writeAlone, writeTogether } from './locks.ts'
import { readArtifact, readArtifacts, streamArtifact } from './read-artifacts.ts'
import type { Units } from './units.ts'

/** A stretch of an artifact: [start, start + size) of the unit. */
export interface Piece {
  readonly unit: ArtifactId
  readonly start: number
  readonly size: number
}

/** Not worth cutting by content. */
const SMALL_BYTES = 256 << 10

export function artifactsOver(connection: Connection, units: Units): Artifacts {
  return {
    put: (bytes) =>
      writeTogether(connection, async (sql) => {
        const id = artifactIdOf(bytes)
        return { id, deduplicated: await writeArtifact(sql, units, { id, bytes }) }
      }),
    get: (id) => connection.read((sql) => readArtifact(sql, units, id)),
    getAll: (ids) => readArtifacts(connection, units, ids),
    stream: (id) => streamArtifact(connection, units, id),
    has: (id) => connection.read((sql) => hasArtifact(sql, id)),
    list: () => listArtifacts(connection),
    find: (prefix, limit) => connection.read((sql) => findArtifacts(sql, prefix, limit)),
    remove: async (ids) => {
      await writeAlone(connection, (sql) => removeArtifacts(sql, ids))
      await writeAlone(connection, (sql) => units.sweep(sql))
    },
  }
}

interface NewArtifact {
  readonly id: ArtifactId
  readonly bytes: Uint8Array
  /** Cuts it where its content says, so that another version of it shares most units. */
  readonly chunked?: boolean
}

/** Keeps bytes; what is there counts only once it was read back. Returns how many of them were there. */
export async function writeArtifact(sql: Sql, units: Units, { id, bytes, chunked }: NewArtifact): Promise<number> {
  const isThere = await hasArtifact(sql, id)
  if (isThere && (await isReadable(sql, units, id))) return bytes.length
  const buffer = asBuffer(bytes)
  const ends = chunked && buffer.length > SMALL_BYTES ? chunkEnds(buffer) : [buffer.length]
  const pieces: Piece[] = []
  let deduplicated = 0
  for (const [at, end] of ends.entries()) {
    const part = buffer.subarray(ends[at - 1] ?? 0, end)
    const unit = ends.length === 1 ? id : artifactIdOf(part)
    deduplicated += await units.put(sql, unit, part)
    pieces.push({ unit, start: 0, size: part.length })
  }
  if (isThere) await replacePieces(sql, id, pieces)
  else await insertArtifact(sql, { id, size: bytes.length, pieces })
  return deduplicated
}

/** Names an artifact that consists of stretches of units already there; one that is there stays as it is. */
export async function insertArtifact(
  sql: Sql,
  { id, size, pieces }: { readonly id: ArtifactId; readonly size: number; readonly pieces: readonly Piece[] },
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO artifacts (artifact_id, size) VALUES (${id}, ${size})
      ON CONFLICT (artifact_id) DO NOTHING RETURNING artifact
    ) INSERT INTO pieces (artifact, piece, unit_id, start, size)
      SELECT made.artifact, given.* FROM made, ${rowsOf(sql, pieces)}`
}

/** Lets a damaged artifact be read from other units. */
async function replacePieces(sql: Sql, id: ArtifactId, pieces: readonly Piece[]): Promise<void> {
  const [row] = await sql<{ artifact: number }[]>`SELECT artifact FROM artifacts WHERE artifact_id = ${id} FOR UPDATE`
  await sql`DELETE FROM pieces WHERE artifact = ${row!.artifact}`
  await sql`
    INSERT INTO pieces (artifact, piece, unit_id, start, size)
    SELECT ${row!.artifact}, given.* FROM ${rowsOf(sql, pieces)}`
}

function rowsOf(sql: Sql, pieces: readonly Piece[]) {
  return sql`unnest(
    ${pieces.map((_, nth) => nth)}::int[], ${pieces.map(({ unit }) => unit)}::text[],
    ${pieces.map(({ start }) => start)}::bigint[], ${pieces.map(({ size }) => size)}::bigint[]
  ) AS given`
}

export async function hasArtifact(sql: Sql, id: ArtifactId): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM artifacts WHERE artifact_id = ${id}`
  return rows.length > 0
}

async function isReadable(sql: Sql, units: Units, id: ArtifactId): Promise<boolean> {
  try {
    await readArtifact(sql, units, id)
    return true
  } catch (error) {
    if (!isFailure(error, 'artifact-missing', 'artifact-corrupt')) throw error
    return false
  }
}

/** Removes artifacts and the units that only they needed. */
export async function removeArtifacts(sql: Sql, ids: readonly ArtifactId[]): Promise<void> {
  const gone = ids as ArtifactId[]
  await sql`DELETE FROM manifests WHERE artifact_ref = ANY(${gone}::text[])`
  await sql`DELETE FROM pieces USING artifacts
    WHERE pieces.artifact = artifacts.artifact AND artifact_id = ANY(${gone}::text[])`
  await sql`DELETE FROM artifacts WHERE artifact_id = ANY(${gone}::text[])`
  await sql`DELETE FROM units WHERE NOT EXISTS (SELECT 1 FROM pieces WHERE pieces.unit_id = units.unit_id)`
}

async function* listArtifacts(connection: Connection): AsyncGenerator<{ id: ArtifactId; size: number }> {
  const rows = pages<{ artifact: number; id: ArtifactId; size: number }>((after, limit) =>
    connection.read(
      (sql) => sql`
        SELECT artifact, artifact_id AS id, size FROM artifacts WHERE artifact > ${after?.artifact ?? 0}
        ORDER BY artifact LIMIT ${limit}`,
    ),
  )
  for await (const { id, size } of rows) yield { id, size }
}

async function findArtifacts(sql: Sql, prefix: string, limit: number): Promise<readonly ArtifactId[]> {
  const rows = await sql<{ id: ArtifactId }[]>`
    SELECT artifact_id AS id FROM artifacts WHERE starts_with(artifact_id, ${prefix})
    ORDER BY artifact_id LIMIT ${limit}`
  return rows.map(({ id }) => id)
}
