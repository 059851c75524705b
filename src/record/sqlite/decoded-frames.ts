import type { Connection } from './connection.ts'
import { CODEC, decodeFrame } from './encoding.ts'
import { type FrameFacts, segmentOf } from './frames.ts'

/** Decoded frames are held up to this much, so that reading one artifact after another decodes each frame once. */
const HELD_BYTES = 16 << 20

interface Held {
  /** The raw frames of a segment, from its first one on. */
  readonly raws: readonly Buffer[]
  readonly size: number
}

const STORED = 'SELECT codec, raw_size, data FROM frames'

interface StoredFrame {
  readonly codec: number
  readonly raw_size: number
  readonly data: Buffer
}

export interface DecodedFrames {
  /**
   * The raw bytes of a frame; undefined where it, or one it builds on, is not stored. `shared` says that the next reads are
   * likely to want it again. Throws where it cannot be decoded.
   */
  decode(frame: FrameFacts, shared: boolean): Buffer | undefined
}

/** Reads frames and holds those decoded last. A frame's number never gets other bytes, so nothing held goes stale. */
export function createDecodedFrames(connection: Connection): DecodedFrames {
  const held = new Map<number, Held>() // by segment, the one used last at the end
  let heldBytes = 0

  function decode(frame: FrameFacts, shared: boolean): Buffer | undefined {
    const segment = segmentOf(frame)
    const seq = frame.seq ?? 0
    const known = held.get(segment)
    if (known && known.raws.length > seq) {
      hold(segment, known)
      return known.raws[seq]
    }
    if (frame.codec !== CODEC.prefixed) return decodeAlone(frame, shared)
    const raws = [...(known?.raws ?? [])]
    const rows = storedFrames(segment, raws.length, seq)
    if (rows.length !== seq + 1 - raws.length) return undefined
    for (const row of rows) raws.push(raw(row, raws))
    hold(segment, { raws, size: raws.reduce((sum, { length }) => sum + length, 0) })
    return raws[seq]
  }

  /** A frame within a segment that needs none of the others is not held: it may be there without them. */
  function decodeAlone(frame: FrameFacts, shared: boolean): Buffer | undefined {
    const row = connection.get<Pick<StoredFrame, 'data'>>('SELECT data FROM frames WHERE frame = ?', [frame.frame])
    if (!row) return undefined
    const decoded = raw({ ...frame, ...row })
    if (shared && frame.segment === null) hold(frame.frame, { raws: [decoded], size: decoded.length })
    return decoded
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

function raw({ codec, raw_size, data }: StoredFrame, before?: readonly Buffer[]): Buffer {
  return decodeFrame({ codec, rawSize: raw_size, data }, before)
}
