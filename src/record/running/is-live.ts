import type { Session } from '../../model/session.ts'
import { linesFromEnd } from '../../system/lines-from-end.ts'

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

/** Lines without a time, such as titles, may follow the last that has one. */
const MOST_LINES = 50

/** The time of the last line of a transcript that has one, in milliseconds; undefined where none of the last lines tells. */
function lastTimeIn(path: string): number | undefined {
  let lines = 0
  try {
    for (const line of linesFromEnd(path)) {
      const time = timeOf(line)
      if (time !== undefined || ++lines === MOST_LINES) return time
    }
  } catch {
    return undefined // gone, or not to be read
  }
  return undefined
}

function timeOf(line: string): number | undefined {
  try {
    const time = Date.parse((JSON.parse(line) as { readonly timestamp?: string }).timestamp ?? '')
    return Number.isNaN(time) ? undefined : time
  } catch {
    return undefined // no record of a client's
  }
}
