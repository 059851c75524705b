import type { ArtifactId } from '../../model/id.ts'
import { corrupt } from '../artifact-failures.ts'
import { pages } from '../rules/pages.ts'
import type { Connection } from './connection.ts'
import type { EncodedArtifact } from './encode-artifact.ts'
import { encodeFrames, type Frame } from './encoding.ts'
import { deleteFrames, insertFrame, unusedFrames } from './frames.ts'

interface ArtifactRow {
  readonly artifact: number
  readonly artifact_id: ArtifactId
  readonly size: number
  /** The one its first bytes are in; null where it has none. */
  readonly frame: number | null
}

const ARTIFACTS_A_PAGE = 2000

/** Where a stretch of an artifact is: [offset, offset + size) of the decoded frame. A row of the table `pieces`. */
export interface Slice {
  readonly frame: number
  readonly offset: number
  readonly size: number
}

/** Writes an artifact the store does not have, or cannot read any more. Returns how many of its bytes were there. */
export function writeArtifact(connection: Connection, artifact: EncodedArtifact): number {
  const { id, bytes, damagedChunks } = artifact
  const there = findNumber(connection, id)
  if (there !== undefined && !artifact.frames) return bytes.length
  let deduplicated = 0
  const slices = (artifact.frames ?? encodeFrames(bytes)).map((frame) => {
    const known = frame.chunk === undefined ? undefined : findChunk(connection, frame.chunk)
    if (known && !damagedChunks.has(frame.chunk!)) {
      deduplicated += known.size
      return known
    }
    return writeFrame(connection, frame)
  })
  if (there === undefined) insertArtifact(connection, { id, size: bytes.length, slices })
  else replaceSlices(connection, there, slices)
  return deduplicated
}

/** Writes an artifact that consists of stretches of frames already there. */
export function insertArtifact(
  connection: Connection,
  { id, size, slices }: { readonly id: ArtifactId; readonly size: number; readonly slices: readonly Slice[] },
): void {
  insertSlices(
    connection,
    connection.run('INSERT INTO artifacts (artifact_id, size) VALUES (?, ?)', [id, size]),
    slices,
  )
}

function insertSlices(connection: Connection, artifact: number, slices: readonly Slice[]): void {
  for (const [nth, { frame, offset, size }] of slices.entries()) {
    connection.run('INSERT INTO pieces (artifact, piece, frame, offset, size) VALUES (?, ?, ?, ?, ?)', [
      artifact,
      nth,
      frame,
      offset,
      size,
    ])
  }
}

/**
 * Lets a damaged artifact be read from other frames. Whatever else lies in the same stretches of the old frames goes
 * along: a manifest, another artifact's chunk.
 */
function replaceSlices(connection: Connection, artifact: number, slices: readonly Slice[]): void {
  const old = connection.all<Slice>('SELECT frame, offset, size FROM pieces WHERE artifact = ? ORDER BY piece', [
    artifact,
  ])
  connection.run('DELETE FROM pieces WHERE artifact = ?', [artifact])
  let at = 0
  for (const slice of old) {
    moveSlice(connection, slice, findSlice(slices, at, slice.size))
    at += slice.size
  }
  insertSlices(connection, artifact, slices)
}

/** Where a stretch of an artifact lies, if in one frame. */
function findSlice(slices: readonly Slice[], from: number, size: number): Omit<Slice, 'size'> | undefined {
  let at = 0
  for (const slice of slices) {
    if (from >= at && from + size <= at + slice.size) return { frame: slice.frame, offset: slice.offset + from - at }
    at += slice.size
  }
  return undefined
}

function moveSlice(connection: Connection, from: Slice, to: Omit<Slice, 'size'> | undefined): void {
  if (!to || to.frame === from.frame) return
  for (const table of ['pieces', 'chunks']) {
    connection.run(
      `UPDATE ${table} SET frame = @to, offset = offset + @by
        WHERE frame = @frame AND offset >= @offset AND offset + size <= @end`,
      {
        to: to.frame,
        by: to.offset - from.offset,
        frame: from.frame,
        offset: from.offset,
        end: from.offset + from.size,
      },
    )
  }
}

export function hasArtifact(connection: Connection, id: ArtifactId): boolean {
  return findNumber(connection, id) !== undefined
}

function findNumber(connection: Connection, id: ArtifactId): number | undefined {
  return connection.get<{ artifact: number }>('SELECT artifact FROM artifacts WHERE artifact_id = ?', [id])?.artifact
}

/** Removes artifacts and the frames that only they needed; returns those frames and how many bytes they had. */
export function removeArtifacts(connection: Connection, artifacts: readonly number[]): void {
  const list = [JSON.stringify(artifacts)]
  const frames = unusedFrames(connection, { artifacts })
  connection.run(
    `DELETE FROM manifests WHERE artifact_ref IN (
       SELECT artifact_id FROM artifacts WHERE artifact IN (SELECT value FROM json_each(?)))`,
    list,
  )
  connection.run('DELETE FROM pieces WHERE artifact IN (SELECT value FROM json_each(?))', list)
  connection.run('DELETE FROM artifacts WHERE artifact IN (SELECT value FROM json_each(?))', list)
  deleteFrames(
    connection,
    frames.map(({ frame }) => frame),
  )
}

export function artifactNumbers(connection: Connection, ids: readonly ArtifactId[]): readonly number[] {
  return ids.flatMap((id) => findNumber(connection, id) ?? [])
}

/**
 * Within a page those of one frame are together: who reads them in this order decodes a frame once, however many
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

export function findChunk(connection: Connection, hash: string): Slice | undefined {
  return connection.get('SELECT frame, offset, size FROM chunks WHERE hash = ?', [hash])
}

function writeFrame(connection: Connection, frame: Frame): Slice {
  const slice = { frame: insertFrame(connection, frame), offset: 0, size: frame.rawSize }
  if (frame.chunk !== undefined) {
    connection.run(
      `INSERT INTO chunks (hash, frame, offset, size) VALUES (@hash, @frame, @offset, @size)
       ON CONFLICT (hash) DO UPDATE SET frame = excluded.frame, offset = excluded.offset`,
      { hash: frame.chunk, ...slice },
    )
  }
  return slice
}
