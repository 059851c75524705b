import type { Connection } from './connection.ts'
import { CODEC, type Frame } from './encoding.ts'

export interface FrameFacts {
  readonly frame: number
  readonly codec: number
  readonly raw_size: number
  /** Of a frame of an older version that is decoded with the help of others: the first of them, and which one it is. */
  readonly segment: number | null
  readonly seq: number | null
}

/** Writes a frame that needs no other. */
export function insertFrame(
  connection: Connection,
  { codec, rawSize, data }: Frame,
  { sealed = false }: { readonly sealed?: boolean } = {},
): number {
  return connection.run(
    'INSERT INTO frames (codec, raw_size, sealed, data) VALUES (@codec, @rawSize, @sealed, @data)',
    {
      codec,
      rawSize,
      sealed: Number(sealed),
      data,
    },
  )
}

/** The number that names the frame's segment; a frame that is alone is a segment of one. */
export function segmentOf({ frame, segment }: Pick<FrameFacts, 'frame' | 'segment'>): number {
  return segment ?? frame
}

/**
 * The frames no artifact needs once the given artifacts are gone: no slice lies in them, and no frame after them in
 * their segment that has one is decoded with their help. All of them, or those of some segments.
 */
export function unusedFrames(
  connection: Connection,
  { artifacts = [], segments }: { readonly artifacts?: readonly number[]; readonly segments?: readonly number[] },
): readonly { readonly frame: number; readonly bytes: number }[] {
  const listed = '(SELECT value FROM json_each(@segments))'
  const among = segments ? `(f.frame IN ${listed} OR f.segment IN ${listed})` : 'TRUE'
  return connection.all(
    `SELECT f.frame, length(f.data) AS bytes FROM frames f
      WHERE ${among}
        AND NOT EXISTS (
          SELECT 1 FROM pieces WHERE pieces.frame = f.frame
             AND pieces.artifact NOT IN (SELECT value FROM json_each(@artifacts)))
        AND NOT EXISTS (
          SELECT 1 FROM frames later JOIN pieces ON pieces.frame = later.frame
           WHERE later.segment = coalesce(f.segment, f.frame) AND later.seq > coalesce(f.seq, 0)
             AND later.codec = ${CODEC.prefixed}
             AND pieces.artifact NOT IN (SELECT value FROM json_each(@artifacts)))`,
    { artifacts: JSON.stringify(artifacts), segments: JSON.stringify(segments ?? []) },
  )
}

export function deleteFrames(connection: Connection, frames: readonly number[]): void {
  const list = [JSON.stringify(frames)]
  connection.run('DELETE FROM chunks WHERE frame IN (SELECT value FROM json_each(?))', list)
  connection.run('DELETE FROM frames WHERE frame IN (SELECT value FROM json_each(?))', list)
}
