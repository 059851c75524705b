import type { Session } from '../../model/session.ts'

/** A file that was written to this recently may belong to a client that runs; those keep none open. */
export const LIVE_MS = 60_000

/** Whether a file that was last written at this time, in milliseconds, is taken for live; undefined for one that is gone. */
export function isLive(written: number | undefined, now: Date): boolean {
  return written !== undefined && now.getTime() - written < LIVE_MS
}

/** Whether nobody went on in a session that surgery wrote: its file is new, and no client is at it. */
export function isAsCut({ facts: { rounds, surgery } }: Pick<Session, 'facts'>): boolean {
  return surgery !== null && rounds === surgery.rounds.length
}
