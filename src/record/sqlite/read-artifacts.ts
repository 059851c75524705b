import { type ArtifactId, artifactIdOf, createArtifactHasher } from '../../model/id.ts'
import { corrupt, missing } from '../artifact-failures.ts'
import { inBatches } from '../rules/pages.ts'
import type { Slice } from './artifacts.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames } from './decoded-frames.ts'
import type { FrameFacts } from './frames.ts'
import { nextTurn } from './next-turn.ts'
import type { Value } from './text.ts'

/** A frame may be encoded again between two looks, by this process or another; then the slices say where it went. */
const LOOKS = 10

/** Artifacts looked up at once; each lookup by itself takes as long as decoding it. */
const BATCH = 64

interface SliceFacts extends FrameFacts, Slice {
  readonly whole: number
}

/** One with a codec of null leads to no frame. */
type SliceRow = SliceFacts | (Omit<SliceFacts, 'codec'> & { readonly codec: null })

/** The bytes of a slice, whatever they are. */
export function readSlice(connection: Connection, frames: DecodedFrames, slice: Slice): Buffer | undefined {
  const { frame, offset, size } = slice
  const facts = connection.get<FrameFacts>('SELECT frame, codec, raw_size, segment, seq FROM frames WHERE frame = ?', [
    frame,
  ])
  return facts && frames.decode(facts, true)?.subarray(offset, offset + size)
}

/** Returns the bytes that were written under this id, or throws; never any others. */
export function readArtifact(
  connection: Connection,
  frames: DecodedFrames,
  id: ArtifactId,
  found = findSlices(connection, [id])[0],
): Buffer {
  let rows = found
  for (let looks = 0; rows && looks < LOOKS; looks++) {
    const size = rows[0]!.whole
    const slices = size === 0 ? [] : rows.map((row) => decodeSlice(frames, id, row))
    if (slices.every((slice) => slice !== undefined)) return checked(id, size, slices)
    rows = findSlices(connection, [id])[0]
  }
  throw missing(id)
}

/** The same slice by slice; what was given is known to be right only at the end. */
export async function* streamArtifact(
  connection: Connection,
  frames: DecodedFrames,
  id: ArtifactId,
): AsyncGenerator<Buffer> {
  const hasher = createArtifactHasher()
  const count = findSlices(connection, [id])[0]?.length
  if (count === undefined) throw missing(id)
  for (let nth = 0; nth < count; nth++) {
    await nextTurn()
    const bytes = readNth(connection, frames, id, nth)
    hasher.update(bytes)
    yield bytes
  }
  if (hasher.id() !== id) throw corrupt(id, 'its bytes no longer match its hash')
}

/** A slice may move to another frame between two looks. */
function readNth(connection: Connection, frames: DecodedFrames, id: ArtifactId, nth: number): Buffer {
  for (let looks = 0; looks < LOOKS; looks++) {
    const row = findSlices(connection, [id])[0]?.[nth]
    if (row?.whole === 0) return Buffer.alloc(0)
    const slice = row && decodeSlice(frames, id, row)
    if (slice) return slice
  }
  throw missing(id)
}

export async function* readArtifacts(
  connection: Connection,
  frames: DecodedFrames,
  ids: Iterable<ArtifactId> | AsyncIterable<ArtifactId>,
): AsyncGenerator<Buffer> {
  for await (const batch of Symbol.asyncIterator in ids ? inBatches(ids, BATCH) : cutIntoBatches(ids)) {
    await nextTurn()
    const rows = findSlices(connection, batch)
    for (const [nth, id] of batch.entries()) yield readArtifact(connection, frames, id, rows[nth])
  }
}

/** Without a promise for each. */
function* cutIntoBatches<T>(items: Iterable<T>): Generator<readonly T[]> {
  const all = [...items]
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH)
}

/** For each artifact its slices in order, with what is to know of their frames; undefined for one that is not there. */
function findSlices(connection: Connection, ids: readonly ArtifactId[]): readonly (readonly SliceRow[] | undefined)[] {
  const lists = connection.lists(
    `SELECT wanted.key AS nth, artifacts.size AS whole, pieces.frame, pieces.offset, pieces.size,
            frames.codec, frames.raw_size, frames.segment, frames.seq
       FROM json_each(?) AS wanted CROSS JOIN artifacts ON artifacts.artifact_id = wanted.value
       LEFT JOIN pieces USING (artifact) LEFT JOIN frames ON frames.frame = pieces.frame
      ORDER BY wanted.key, pieces.piece`,
    [JSON.stringify(ids)],
  )
  const found: SliceRow[][] = []
  for (const list of lists) {
    const nth = Number(list[0])
    const row = sliceOf(list)
    const known = found[nth]
    if (known) known.push(row)
    else found[nth] = [row]
  }
  return found
}

function sliceOf(list: readonly Value[]): SliceRow {
  const row = {
    whole: list[1],
    frame: list[2],
    offset: list[3],
    size: list[4],
    codec: list[5],
    raw_size: list[6],
    segment: list[7],
    seq: list[8],
  }
  return row as { [Column in keyof SliceRow]: never }
}

/** Undefined where the frame is not there. */
function decodeSlice(frames: DecodedFrames, id: ArtifactId, row: SliceRow): Buffer | undefined {
  const { codec, offset, size } = row
  if (codec === null) return undefined
  try {
    return frames.decode(row, offset > 0 || size < row.raw_size)?.subarray(offset, offset + size)
  } catch (error) {
    throw corrupt(id, 'it cannot be decoded', error)
  }
}

function checked(id: ArtifactId, size: number, slices: readonly Buffer[]): Buffer {
  const bytes = slices.length === 1 ? slices[0]! : Buffer.concat(slices)
  if (bytes.length !== size) throw corrupt(id, `it has ${bytes.length} bytes where ${size} were recorded`)
  if (artifactIdOf(bytes) !== id) throw corrupt(id, 'its bytes no longer match its hash')
  return bytes
}
