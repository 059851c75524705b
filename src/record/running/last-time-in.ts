import { linesFromEnd } from '../../system/lines-from-end.ts'

/** Lines without a time, such as titles, may follow the last that has one. */
const MOST_LINES = 50

/** The time of the last line of a transcript that has one, in milliseconds; undefined where none of the last lines tells. */
export function lastTimeIn(path: string): number | undefined {
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
