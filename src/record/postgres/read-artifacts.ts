import { Failure, isFailure } from '../../model/errors.ts'
import { type ArtifactId, artifactIdOf, createArtifactHasher } from '../../model/id.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import { corrupt, missing } from '../artifact-failures.ts'
import { inBatches } from '../rules/pages.ts'
import type { Piece } from './artifacts.ts'
import type { Units } from './units.ts'

/** Artifacts looked up at once. */
const BATCH = 16

interface Found {
  readonly size: number
  readonly pieces: readonly Piece[]
}

interface PieceRow {
  readonly artifact_id: ArtifactId
  readonly whole: number
  readonly unit: ArtifactId | null
  readonly start: number
  readonly size: number
}

/** Returns the bytes that were written under this id, or throws; never any others. */
export async function readArtifact(sql: Sql, units: Units, id: ArtifactId): Promise<Buffer> {
  return joined(sql, units, id, (await findPieces(sql, [id])).get(id))
}

export async function* readArtifacts(
  connection: Connection,
  units: Units,
  ids: Iterable<ArtifactId> | AsyncIterable<ArtifactId>,
): AsyncGenerator<Buffer> {
  for await (const batch of inBatches(ids, BATCH)) {
    const found = await connection.read((sql) => findPieces(sql, batch))
    const read = batch.map((id) => () => connection.read((sql) => joined(sql, units, id, found.get(id))))
    yield* aheadOf(read)
  }
}

/** The same unit by unit; what was given is known to be right only at the end. */
export async function* streamArtifact(connection: Connection, units: Units, id: ArtifactId): AsyncGenerator<Buffer> {
  const found = (await connection.read((sql) => findPieces(sql, [id]))).get(id)
  if (!found) throw missing(id)
  const hasher = createArtifactHasher()
  for (const piece of found.pieces) {
    const bytes = await connection.read((sql) => bytesOf(sql, units, id, [piece]))
    hasher.update(bytes)
    yield bytes
  }
  if (hasher.id() !== id) throw corrupt(id, 'its bytes no longer match its hash')
}

/** For each artifact that is there where its bytes are. */
export async function findPieces(sql: Sql, ids: readonly ArtifactId[]): Promise<ReadonlyMap<ArtifactId, Found>> {
  const rows = await sql<PieceRow[]>`
    SELECT artifact_id, artifacts.size AS whole, unit_id AS unit, start, pieces.size
      FROM artifacts LEFT JOIN pieces USING (artifact)
     WHERE artifact_id = ANY(${ids as ArtifactId[]}::text[]) ORDER BY artifact_id, piece`
  const found = new Map<ArtifactId, { size: number; pieces: Piece[] }>()
  for (const { artifact_id, whole, unit, start, size } of rows) {
    const known = found.get(artifact_id) ?? { size: whole, pieces: [] }
    found.set(artifact_id, known)
    if (unit !== null) known.pieces.push({ unit, start, size })
  }
  return found
}

async function joined(sql: Sql, units: Units, id: ArtifactId, found: Found | undefined): Promise<Buffer> {
  if (!found) throw missing(id)
  const bytes = await bytesOf(sql, units, id, found.pieces)
  if (bytes.length !== found.size) throw corrupt(id, `it has ${bytes.length} bytes where ${found.size} were recorded`)
  if (artifactIdOf(bytes) !== id) throw corrupt(id, 'its bytes no longer match its hash')
  return bytes
}

async function bytesOf(sql: Sql, units: Units, id: ArtifactId, pieces: readonly Piece[]): Promise<Buffer> {
  const wanted = [...new Set(pieces.map(({ unit }) => unit))]
  const got = await units.get(sql, wanted).catch((error: unknown) => {
    throw ofArtifact(id, error)
  })
  const byUnit = new Map(wanted.map((unit, at) => [unit, got[at]!]))
  const parts = pieces.map(({ unit, start, size }) => byUnit.get(unit)!.subarray(start, start + size))
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

/** What is said of a unit, said of the artifact that needs it. */
function ofArtifact(id: ArtifactId, error: unknown): unknown {
  if (!isFailure(error, 'artifact-missing', 'artifact-corrupt') || error.facts.artifact === id) return error
  const { message, facts, hint } = error.code === 'artifact-missing' ? missing(id) : corrupt(id, 'a part of it is')
  return new Failure(error.code, message, { facts, ...(hint && { hint }), cause: error })
}

/** Gives each result in order, the next one under way meanwhile. */
async function* aheadOf<T>(tasks: readonly (() => Promise<T>)[]): AsyncGenerator<T> {
  let next = tasks[0]?.()
  for (let at = 0; at < tasks.length; at++) {
    const current = next!
    next = tasks[at + 1]?.()
    next?.catch(() => undefined) // told when its turn comes
    yield await current
  }
}
