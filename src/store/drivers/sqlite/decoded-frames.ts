import type { Connection } from './connection.ts'
import { CODEC, decodeFrame } from './encoding.ts'
import { type FrameFacts, segmentOf } from './frames.ts'

/** Decoded frames are held up to this much, so that reading one artifact after another decodes each frame once. */
const HELD_BYTES = 16 << 20

interface Held {
  /** The last frame of the segment that is decoded, counted from 0. */
  readonly last: number
  readonly size: number
  readonly raws: Raws
}

/** The raw frames of a segment. A failure belongs to whoever waits for it. */
interface Raws {
  readonly promise: Promise<readonly Buffer[]>
  /** From when they are there on. */
  done: readonly Buffer[] | undefined
}

const STORED = 'SELECT codec, raw_size, data FROM frames'

interface StoredFrame {
  readonly codec: number
  readonly raw_size: number
  readonly data: Buffer
}

/** A frame that is decoded or being decoded. */
export interface Decoding {
  /** Of its segment, from the first to this one at least. */
  readonly raws: Raws
  /** Which of them it is. */
  readonly at: number
}

export interface DecodedFrames {
  /**
   * Starts decoding a frame; undefined where it, or one it builds on, is not stored. `shared` says that the next reads
   * are likely to want it again.
   */
  decode(frame: FrameFacts, shared: boolean): Decoding | undefined
}

/** Reads frames and holds those decoded last. A frame's number never gets other bytes, so nothing held goes stale. */
export function createDecodedFrames(connection: Connection): DecodedFrames {
  const held = new Map<number, Held>() // by segment, the one used last at the end
  let heldBytes = 0

  function decode(frame: FrameFacts, shared: boolean): Decoding | undefined {
    const segment = segmentOf(frame)
    const seq = frame.seq ?? 0
    const known = held.get(segment)
    if (known && known.last >= seq) {
      hold(segment, known)
      return { raws: known.raws, at: seq }
    }
    if (frame.codec !== CODEC.prefixed) return decodeAlone(frame, shared)
    const first = known ? known.last + 1 : 0
    const rows = storedFrames(segment, first, seq)
    if (rows.length !== seq + 1 - first) return undefined
    const raws = watched(decodeOn(known?.raws.promise, rows))
    const size = (known?.size ?? 0) + rows.reduce((sum, row) => sum + row.raw_size, 0)
    hold(segment, { last: seq, size, raws })
    return { raws, at: seq }
  }

  /** A frame within a segment that needs none of the others is not held: it may be there without them. */
  function decodeAlone(frame: FrameFacts, shared: boolean): Decoding | undefined {
    const row = connection.get<Pick<StoredFrame, 'data'>>('SELECT data FROM frames WHERE frame = ?', [frame.frame])
    if (!row) return undefined
    const raws = watched(decodeOn(undefined, [{ ...frame, ...row }]))
    if (shared && frame.segment === null) hold(frame.frame, { last: 0, size: frame.raw_size, raws })
    return { raws, at: 0 }
  }

  /** In two steps: asked for with one, SQLite sorts them, data and all. */
  function storedFrames(segment: number, first: number, last: number): readonly StoredFrame[] {
    const key = first === 0 ? connection.all<StoredFrame>(`${STORED} WHERE frame = ?`, [segment]) : []
    const others = `${STORED} WHERE segment = ? AND seq BETWEEN ? AND ? ORDER BY seq`
    return [...key, ...connection.all<StoredFrame>(others, [segment, first, last])]
  }

  function hold(segment: number, entry: Held): void {
    const before = held.get(segment)
    heldBytes += entry.size - (before?.size ?? 0)
    held.delete(segment)
    held.set(segment, entry)
    if (before === entry) return
    entry.raws.promise.catch(() => {
      if (held.get(segment) === entry) drop(segment)
    })
    for (const oldest of held.keys()) {
      if (heldBytes <= HELD_BYTES || oldest === segment) break
      drop(oldest)
    }
  }

  function drop(segment: number): void {
    heldBytes -= held.get(segment)?.size ?? 0
    held.delete(segment)
  }

  return { decode }
}

async function decodeOn(
  before: Promise<readonly Buffer[]> | undefined,
  rows: readonly StoredFrame[],
): Promise<readonly Buffer[]> {
  const raws = [...((await before) ?? [])]
  for (const { codec, raw_size, data } of rows) raws.push(await decodeFrame({ codec, rawSize: raw_size, data }, raws))
  return raws
}

function watched(promise: Promise<readonly Buffer[]>): Raws {
  const raws: Raws = { promise, done: undefined }
  promise.then(
    (done) => {
      raws.done = done
    },
    () => {}, // nobody may wait for it
  )
  return raws
}
