import { Failure } from '../../../model/errors.ts'
import { type ArtifactId, artifactIdOf, createArtifactHasher, shortId } from '../../../model/id.ts'
import type { Piece } from './artifacts.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames, Decoding } from './decoded-frames.ts'
import type { FrameFacts } from './frames.ts'
import type { Value } from './text.ts'

/** How much is decoded before it is asked for: four sealed frames, so that two threads always have work. */
const AHEAD_BYTES = 16 << 20

/** A frame may be encoded again between two looks, by this process or another; then the pieces say where it went. */
const LOOKS = 10

/** Artifacts looked up at once; each lookup by itself takes as long as decoding it. */
const BATCH = 64

interface PieceFacts extends FrameFacts, Piece {
  readonly whole: number
}

/** One with a codec of null leads to no frame. */
type PieceRow = PieceFacts | (Omit<PieceFacts, 'codec'> & { readonly codec: null })

/** What is decoded, or being decoded, of an artifact. */
interface Started {
  readonly id: ArtifactId
  readonly size: number
  /** Undefined where the artifact, or what it needs, is not there. */
  readonly parts: readonly Part[] | undefined
}

interface Part {
  readonly decoding: Decoding
  readonly offset: number
  readonly end: number
}

/** The bytes of one stretch of a frame, whatever they are. */
export async function readPiece(
  connection: Connection,
  frames: DecodedFrames,
  piece: Piece,
): Promise<Buffer | undefined> {
  const { frame, offset, size } = piece
  const facts = connection.get<FrameFacts>('SELECT frame, codec, raw_size, segment, seq FROM frames WHERE frame = ?', [
    frame,
  ])
  const decoding = facts && frames.decode(facts, true)
  return decoding && (await decoding.raws.promise)[decoding.at]!.subarray(offset, offset + size)
}

/** Returns the bytes that were written under this id, or throws; never any others. */
export async function readArtifact(connection: Connection, frames: DecodedFrames, id: ArtifactId): Promise<Buffer> {
  return finish(start(connection, frames, id))
}

/** The same piece by piece; what was given is known to be right only at the end. */
export async function* streamArtifact(
  connection: Connection,
  frames: DecodedFrames,
  id: ArtifactId,
): AsyncGenerator<Buffer> {
  const hasher = createArtifactHasher()
  const count = findPieces(connection, [id])[0]?.length
  if (count === undefined) throw missing(id)
  for (let nth = 0; nth < count; nth++) {
    const bytes = await readNth(connection, frames, id, nth)
    hasher.update(bytes)
    yield bytes
  }
  if (hasher.id() !== id) throw corrupt(id, 'its bytes no longer match its hash')
}

/** A piece may move to another frame between two looks. */
async function readNth(connection: Connection, frames: DecodedFrames, id: ArtifactId, nth: number): Promise<Buffer> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const row = findPieces(connection, [id])[0]?.[nth]
    if (row?.whole === 0) return Buffer.alloc(0)
    const part = row && decodePiece(frames, row)
    if (!part) continue
    const raws = await part.decoding.raws.promise.catch((error: unknown) => {
      throw corrupt(id, 'it cannot be decoded', error)
    })
    return raws[part.decoding.at]!.subarray(part.offset, part.end)
  }
  throw missing(id)
}

export async function* readArtifacts(
  connection: Connection,
  frames: DecodedFrames,
  ids: Iterable<ArtifactId> | AsyncIterable<ArtifactId>,
): AsyncGenerator<Buffer> {
  let started: Started[] = []
  let next: Started[] = [] // the first of them at the end
  let bytes = 0
  for await (const batch of Symbol.asyncIterator in ids ? inBatches(ids) : cutIntoBatches(ids)) {
    const pieces = findPieces(connection, batch)
    for (const [nth, id] of batch.entries()) {
      const one = start(connection, frames, id, pieces[nth])
      started.push(one)
      bytes += one.size
      while (bytes > AHEAD_BYTES) yield give(take())
    }
  }
  while (started.length + next.length > 0) yield give(take())

  function take(): Started {
    if (next.length === 0) {
      next = started.reverse()
      started = []
    }
    const one = next.pop()!
    bytes -= one.size
    return one
  }
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Without a promise for each. */
function* cutIntoBatches<T>(items: Iterable<T>): Generator<readonly T[]> {
  const all = [...items]
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH)
}

/** Reads what is stored of an artifact and lets it be decoded. */
function start(
  connection: Connection,
  frames: DecodedFrames,
  id: ArtifactId,
  found = findPieces(connection, [id])[0],
): Started {
  let rows = found
  for (let looks = 0; rows && looks < LOOKS; looks++) {
    const size = rows[0]!.whole
    const parts = size === 0 ? [] : rows.map((row) => decodePiece(frames, row))
    if (parts.every((part) => part !== undefined)) return { id, size, parts }
    rows = findPieces(connection, [id])[0]
  }
  return { id, size: 0, parts: undefined }
}

/** For each artifact its pieces in order, with what is to know of their frames; undefined for one that is not there. */
function findPieces(connection: Connection, ids: readonly ArtifactId[]): readonly (readonly PieceRow[] | undefined)[] {
  const lists = connection.lists(
    `SELECT wanted.key AS nth, artifacts.size AS whole, pieces.frame, pieces.offset, pieces.size,
            frames.codec, frames.raw_size, frames.segment, frames.seq
       FROM json_each(?) AS wanted CROSS JOIN artifacts ON artifacts.artifact_id = wanted.value
       LEFT JOIN pieces USING (artifact) LEFT JOIN frames ON frames.frame = pieces.frame
      ORDER BY wanted.key, pieces.piece`,
    [JSON.stringify(ids)],
  )
  const found: PieceRow[][] = []
  for (const list of lists) {
    const nth = Number(list[0])
    const row = pieceOf(list)
    const known = found[nth]
    if (known) known.push(row)
    else found[nth] = [row]
  }
  return found
}

function pieceOf(list: readonly Value[]): PieceRow {
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
  return row as { [Column in keyof PieceRow]: never }
}

function decodePiece(frames: DecodedFrames, row: PieceRow): Part | undefined {
  const { codec, offset, size } = row
  if (codec === null) return undefined
  const decoding = frames.decode(row, offset > 0 || size < row.raw_size)
  return decoding && { decoding, offset, end: offset + size }
}

/** At once where nothing is left to wait for. */
function give(one: Started): Buffer | Promise<Buffer> {
  const isDecoded = one.parts?.every(({ decoding }) => decoding.raws.done)
  return isDecoded ? checked(one) : finish(one)
}

async function finish(one: Started): Promise<Buffer> {
  try {
    for (const { decoding } of one.parts ?? []) await decoding.raws.promise
  } catch (error) {
    throw corrupt(one.id, 'it cannot be decoded', error)
  }
  return checked(one)
}

function checked({ id, size, parts }: Started): Buffer {
  if (!parts) throw missing(id)
  const pieces = parts.map(({ decoding, offset, end }) => decoding.raws.done![decoding.at]!.subarray(offset, end))
  const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  if (bytes.length !== size) throw corrupt(id, `it has ${bytes.length} bytes where ${size} were recorded`)
  if (artifactIdOf(bytes) !== id) throw corrupt(id, 'its bytes no longer match its hash')
  return bytes
}

export function missing(id: ArtifactId): Failure {
  return new Failure('artifact-missing', `Artifact ${shortId(id)} is not in the store.`, {
    facts: { artifact: id },
    hint: 'Run `stet verify --repair` to put it back from the client’s file.',
  })
}

export function corrupt(id: ArtifactId, what: string, cause?: unknown): Failure {
  return new Failure('artifact-corrupt', `Artifact ${shortId(id)} is damaged: ${what}.`, {
    facts: { artifact: id },
    hint: 'Run `stet verify --repair` to put it back from the client’s file; `stet export --to raw --past-damage` gives the rest.',
    cause,
  })
}
