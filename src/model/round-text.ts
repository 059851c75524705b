import type { RoundId } from './id.ts'

/** What was said in a round, by people and by the agent, or what a stretch of lines adds to it. */
export interface RoundText {
  readonly round: number
  readonly roundId: RoundId
  readonly text: string
}

/** Of one text; more than this is pasted, not said. */
const LONGEST = 256 << 10

/** The unit separator, which the index puts between characters. */
const SEPARATOR = '\x1f'

/**
 * A chunk of what was said, as it is kept to be found: chunks are joined by appending, and hold nothing a database
 * would change. Half a surrogate pair, NUL and the unit separator are no words anyway.
 */
export function spokenChunk(text: string): string {
  return text === '' ? '' : `${cleaned(text.slice(0, LONGEST))}\n`
}

/** Nearly every text is clean, and that is seen sooner than it is replaced. */
function cleaned(text: string): string {
  return text.isWellFormed() && !text.includes('\0') && !text.includes(SEPARATOR)
    ? text
    : text.replace(/[\0\p{Surrogate}]/gu, '\ufffd').replaceAll(SEPARATOR, '\ufffd')
}
