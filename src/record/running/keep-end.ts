import { LIVE_MS } from './is-live.ts'
import { liveFile, removeLiveFiles, writeLive } from './live-files.ts'
import type { RunningState } from './running-state.ts'

/** Forgets a session that has ended and is recorded, but for its end, and for what is to be said when it is resumed. */
export function keepEnd(liveDir: string, session: string, state: RunningState, now: number): void {
  const { pid, ended = now, leftOut, did } = state
  removeLiveFiles(liveDir, session)
  writeLive(liveFile(liveDir, session, 'state'), JSON.stringify({ pid, ended, leftOut, did }))
}

/** Whether nothing more can be asked of an end: the time of the file itself says by now that nobody works there. */
export function isSpent({ ended, transcript, leftOut = [], did }: RunningState, now: number): boolean {
  if (ended === undefined || transcript !== undefined || leftOut.length > 0 || did !== undefined) return false
  return now - ended > LIVE_MS
}
