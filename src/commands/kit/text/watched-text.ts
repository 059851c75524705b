import { shortId } from '../../../model/id.ts'
import type { InscribeResult } from '../../../record/capture/inscribe.ts'
import { cutStart, padEnd, padStart } from './display-width.ts'
import { bytesOf } from './format.ts'
import { remarks } from './inscribed-text.ts'
import type { Screen } from './screen.ts'

/** Columns of a fixed width: what comes later must be under the same header. */
const WIDTHS = { time: 8, session: 14, rounds: 6, new: 8 }

/** The one header of a capture that goes on. */
export function watchHeader(screen: Screen): string {
  return screen.dim(lineOf(['time', 'session', 'rounds', 'new', 'file']))
}

/** A line for each session that grew, with the time of day. */
export function watchedText({ sessions, warnings }: Omit<InscribeResult, 'failed'>, screen: Screen): string {
  const time = new Date().toTimeString().slice(0, WIDTHS.time)
  const room = screen.lineColumns - lineOf(['', '', '', '', '']).length
  const lines = sessions.map(({ session, rounds, new_bytes, path }) =>
    lineOf([time, shortId(session), String(rounds), bytesOf(new_bytes), cutStart(screen.path(path), room)]),
  )
  return [...lines, ...remarks({ sessions, warnings }, screen)].join('\n')
}

function lineOf([time, session, rounds, bytes, file]: readonly [string, string, string, string, string]): string {
  return [
    padEnd(time, WIDTHS.time),
    padEnd(session, WIDTHS.session),
    padStart(rounds, WIDTHS.rounds),
    padStart(bytes, WIDTHS.new),
    file,
  ].join('  ')
}
