import type { Assignment } from './assigned.ts'
import { isWord } from './text.ts'

/** A text that is looked at from its beginning to its end, and what was seen of it on the way. */
export interface Look {
  readonly text: string
  /** What was found ends here: nothing before it is looked at again. */
  floor: number
  /** Where a word that leads to others was last seen, by the word. */
  readonly seen: Map<string, number>
  /** How many characters were looked at, for the law that says it is linear. */
  steps: number
  /** The run of word characters that was measured last. */
  runStart: number
  runEnd: number
  /** The name that was read last, and what it is given. */
  name: { readonly start: number; readonly end: number; readonly assignment: Assignment | undefined }
  /** How often values were looked at that are inside of one another, and where the last one that is not ends. */
  within: number
  valueEnd: number
  /** Where the next end of a key is, as far as it was looked for, and from where the lines before one were not looked at. */
  keyEnd: number
  keyFloor: number
  /** Where the next line of a key is, and where what may be its lines ends, as far as they were looked for. */
  keyLine: number
  linesEnd: number
}

export function lookAt(text: string): Look {
  return {
    text,
    floor: 0,
    seen: new Map(),
    steps: 0,
    runStart: 0,
    runEnd: 0,
    name: { start: 0, end: 0, assignment: undefined },
    within: 0,
    valueEnd: 0,
    keyEnd: -1,
    keyFloor: 0,
    keyLine: -1,
    linesEnd: -1,
  }
}

/** Where the word characters end that are there. A run is measured once, however often it is asked for. */
export function runEnd(look: Look, at: number): number {
  if (at >= look.runStart && at < look.runEnd) return look.runEnd
  let end = at
  while (end < look.text.length && isWord(look.text.charCodeAt(end))) end++
  look.steps += end - at
  look.runStart = at
  look.runEnd = end
  return end
}

/** So many values that begin inside another are looked at. */
const MOST_WITHIN = 6

/** Whether a value that begins there is to be looked at: one inside another is, but not without a limit. */
export function mayLook(look: Look, start: number): boolean {
  if (start >= look.valueEnd) look.within = 0
  else look.within++
  return look.within <= MOST_WITHIN
}

/** Remembers what was looked at. */
export function looked(look: Look, end: number, chars: number): void {
  if (end > look.valueEnd && look.within === 0) look.valueEnd = end
  look.steps += chars
}
