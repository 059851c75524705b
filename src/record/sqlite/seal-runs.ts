import type { ArtifactId, SessionId } from '../../model/id.ts'
import { pages } from '../rules/pages.ts'
import type { Slice } from './artifacts.ts'
import type { Connection } from './connection.ts'
import { FRAME_BYTES } from './encoding.ts'
import type { FrameFacts } from './frames.ts'

/** A sealed frame of this much stays as it is: what little there is room for is not worth encoding it again. */
const FULL_BYTES = FRAME_BYTES - (512 << 10)

/** Frames that lie one after the other in a session's file and become one. */
export interface Run {
  readonly frames: readonly (FrameFacts & { readonly sealed: number })[]
  /** The slices of the chain's artifacts that lie in the frames. */
  readonly slices: readonly RunSlice[]
  readonly size: number
  /** Where in the file its last commit starts. */
  readonly lastStart: number
  /** Whether it has no room for the frame after it. */
  readonly full: boolean
  /** Whether everything before it in the file is in full frames. */
  readonly settled: boolean
}

interface RunSlice extends Slice {
  readonly artifact: ArtifactId
  readonly whole: number
}

interface ChainSlice extends FrameFacts, Slice {
  readonly sealed: number
  readonly artifact: ArtifactId
  readonly whole: number
  readonly piece: number
  readonly start: number
  readonly end: number
  readonly link: number
}

/** One with a codec of null leads to no frame: the record is damaged there, and nothing is sealed across it. */
type Row = ChainSlice | (Omit<ChainSlice, 'codec'> & { readonly codec: null })

/**
 * Cuts what is not in full frames yet into runs of up to FRAME_BYTES, in file order. Where a run ends within a segment,
 * its frames stay until the rest of the segment is sealed, which is decoded with their help.
 */
export async function* sealRuns(connection: Connection, session: SessionId): AsyncGenerator<Run> {
  const taken = new Set<number>()
  let run = emptyRun(true)
  for await (const row of chainSlices(connection, session)) {
    if (row.codec !== null && run.numbers.has(row.frame)) {
      run.slices.push(row)
      continue
    }
    const stays = row.codec === null || taken.has(row.frame) || (row.sealed === 1 && row.raw_size >= FULL_BYTES)
    const isOver = run.size + row.raw_size > FRAME_BYTES
    if (run.frames.length > 0 && (stays || isOver)) {
      const full = stays ? run.size >= FULL_BYTES : isOver
      yield { ...run, full }
      run = emptyRun(run.settled && full)
    }
    if (row.codec === null) run.settled = false
    if (row.codec === null || stays) continue
    taken.add(row.frame)
    run.numbers.add(row.frame)
    run.frames.push(row)
    run.slices.push(row)
    run.size += row.raw_size
    run.lastStart = row.start
  }
  if (run.frames.length > 0) yield { ...run, full: false }
}

function emptyRun(settled: boolean) {
  return {
    numbers: new Set<number>(),
    frames: [] as ChainSlice[],
    slices: [] as ChainSlice[],
    size: 0,
    lastStart: 0,
    settled,
  }
}

/** The slices of a session's artifacts in file order, from where not everything is in full frames. */
function chainSlices(connection: Connection, session: SessionId): AsyncIterable<Row> {
  const from = connection.get<{ sealed: number }>('SELECT sealed FROM sessions WHERE session_id = ?', [session])
  return pages<Row>((after, limit) =>
    connection.all(
      `SELECT chain.start, chain."end", chain.link, artifacts.artifact_id AS artifact, artifacts.size AS whole,
              pieces.piece, pieces.frame, pieces.offset, pieces.size,
              frames.codec, frames.raw_size, frames.sealed, frames.segment, frames.seq
         FROM chain
         JOIN commits USING (commit_id)
         LEFT JOIN artifacts ON artifacts.artifact_id = commits.artifact_ref
         LEFT JOIN pieces USING (artifact)
         LEFT JOIN frames USING (frame)
        WHERE chain.session_id = @session AND chain."end" > chain.start
          AND (chain."end", chain.link, coalesce(pieces.piece, 0)) > (@end, @link, @piece)
          AND (chain."end", chain.link) >= (@end, @link)
        ORDER BY chain."end", chain.link, pieces.piece LIMIT @limit`,
      {
        session,
        limit,
        end: after?.end ?? from?.sealed ?? 0,
        link: after?.link ?? Number.MAX_SAFE_INTEGER,
        piece: after?.piece ?? 0,
      },
    ),
  )
}
