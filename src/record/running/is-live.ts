import type { Session } from '../../model/session.ts'
import { lastTimeIn } from './last-time-in.ts'

/** A file that was written to this recently may belong to a client that runs; those keep none open. */
export const LIVE_MS = 60_000

/** A client dates what it writes: a new file whose last line is older than this is a copy. */
const OLD_MS = 3_600_000

/** Whether a transcript that was last written at this time, in milliseconds, is taken for live; undefined for one that is gone. */
export function isLive(path: string, written: number | undefined, now: Date): boolean {
  if (!isRecent(written, now)) return false
  const said = lastTimeIn(path)
  return said === undefined || now.getTime() - said < OLD_MS
}

/** Whether a file was written to at this time, in milliseconds, a moment ago; undefined for one that is gone. */
export function isRecent(written: number | undefined, now: Date): boolean {
  return written !== undefined && now.getTime() - written < LIVE_MS
}

/** Whether nobody went on in a session that surgery wrote: its file is new, and no client is at it. */
export function isAsCut({ facts: { rounds, ended, surgery } }: Pick<Session, 'facts'>): boolean {
  if (surgery === null) return false
  return surgery.at === null ? rounds === surgery.rounds.length : (ended ?? '') <= surgery.at
}
