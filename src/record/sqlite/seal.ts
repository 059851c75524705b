import { type ArtifactId, artifactIdOf, type SessionId } from '../../model/id.ts'
import type { Sealed } from '../store.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames } from './decoded-frames.ts'
import { decodeFrame, encodeSealed, type Frame } from './encoding.ts'
import { deleteFrames, type FrameFacts, insertFrame, segmentOf, unusedFrames } from './frames.ts'
import { nextTurn } from './next-turn.ts'
import { type Run, sealRuns } from './seal-runs.ts'

/** A run and the frame that is to take its place. */
interface Prepared {
  readonly run: Run
  readonly frame: Frame
}

/**
 * Puts runs of frames into one frame each. Whatever pointed into them points into that one, whichever session or
 * manifest it belongs to; no byte and no id changes. Encoding happens before the transaction, and a run that another
 * process touched meanwhile is left as it is.
 */
export async function seal(
  connection: Connection,
  decoded: DecodedFrames,
  session: SessionId,
  { everything, limit }: { readonly everything: boolean; readonly limit: number },
): Promise<Sealed> {
  let result: Sealed = { segments: 0, bytesBefore: 0, bytesAfter: 0 }
  let started = 0
  for await (const run of sealRuns(connection, session)) {
    if (started >= limit) break
    if (!isWorthIt(run, everything)) continue
    started++
    await nextTurn()
    write(prepare(decoded, run))
  }
  return result

  function write(prepared: Prepared | undefined): void {
    if (!prepared) return
    const bytesBefore = replaceRun(connection, session, prepared)
    if (bytesBefore === undefined) return
    result = {
      segments: result.segments + 1,
      bytesBefore: result.bytesBefore + bytesBefore,
      bytesAfter: result.bytesAfter + prepared.frame.data.length,
    }
  }
}

/** Undefined where something is gone or damaged: that stays as it is. */
function prepare(decoded: DecodedFrames, run: Run): Prepared | undefined {
  const raws = decodeRun(decoded, run)
  return raws && isSound(run, raws) ? { run, frame: encodeChecked(raws) } : undefined
}

function isWorthIt({ frames, full }: Run, everything: boolean): boolean {
  return (everything || full) && (frames.length > 1 || frames[0]?.sealed !== 1)
}

function decodeRun(decoded: DecodedFrames, { frames }: Run): readonly Buffer[] | undefined {
  const raws: Buffer[] = []
  for (const frame of frames) {
    const raw = decodeOrNothing(decoded, frame)
    if (!raw) return undefined
    raws.push(raw)
  }
  return raws
}

function decodeOrNothing(decoded: DecodedFrames, frame: FrameFacts): Buffer | undefined {
  try {
    return decoded.decode(frame, false)
  } catch {
    return undefined
  }
}

/** Whether every artifact that lies whole in the run still has the bytes it is named by. */
function isSound({ frames, slices }: Run, raws: readonly Buffer[]): boolean {
  const rawOf = new Map(frames.map(({ frame }, i) => [frame, raws[i]!]))
  const bytesOf = new Map<ArtifactId, Buffer[]>()
  for (const { artifact, frame, offset, size } of slices) {
    const slice = rawOf.get(frame)!.subarray(offset, offset + size)
    bytesOf.set(artifact, [...(bytesOf.get(artifact) ?? []), slice])
  }
  return slices.every(({ artifact, whole }) => {
    const bytes = Buffer.concat(bytesOf.get(artifact) ?? [])
    bytesOf.delete(artifact)
    return bytes.length !== whole || artifactIdOf(bytes) === artifact
  })
}

/** What is written here replaces the only copy, so it is decoded once before. */
function encodeChecked(raws: readonly Buffer[]): Frame {
  const raw = Buffer.concat(raws)
  const frame = encodeSealed(raw)
  if (!decodeFrame(frame).equals(raw)) throw new Error('a sealed frame does not decode to what was encoded')
  return frame
}

/** Returns how many stored bytes were removed; undefined where a frame of the run is not there any more. */
function replaceRun(connection: Connection, session: SessionId, { run, frame }: Prepared): number | undefined {
  return connection.write('seal', 'relaxed', (passed) => {
    const numbers = run.frames.map((old) => old.frame)
    const there = connection.get<{ count: number }>(
      'SELECT count(*) AS count FROM frames WHERE frame IN (SELECT value FROM json_each(?))',
      [JSON.stringify(numbers)],
    )
    if (there?.count !== numbers.length) return undefined
    const sealed = insertFrame(connection, frame, { sealed: true })
    passed('frame')
    let at = 0
    for (const old of run.frames) {
      const moved = { sealed, at, frame: old.frame }
      connection.run('UPDATE pieces SET frame = @sealed, offset = offset + @at WHERE frame = @frame', moved)
      connection.run('UPDATE chunks SET frame = @sealed, offset = offset + @at WHERE frame = @frame', moved)
      at += old.raw_size
    }
    passed('pieces')
    const segments = [...new Set(run.frames.map(segmentOf))]
    const unused = unusedFrames(connection, { segments })
    deleteFrames(
      connection,
      unused.map((old) => old.frame),
    )
    passed('frames')
    if (run.settled && run.full) {
      connection.run('UPDATE sessions SET sealed = ? WHERE session_id = ?', [run.lastStart, session])
    }
    return unused.reduce((sum, old) => sum + old.bytes, 0)
  })
}
