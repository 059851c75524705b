import { runsOf } from '../model/range.ts'
import type { SurgeryNote } from '../model/surgery-note.ts'

/** Which numbers rounds get: in most files 1, 2, 3, …; in one that surgery wrote those its rounds had before. */
export interface Numbering {
  /** Numbers that are given next, in runs. */
  runs: [from: number, to: number][]
  highest: number
}

export function initialNumbering(): Numbering {
  return { runs: [], highest: 0 }
}

export function numberingOf({ rounds, highest }: SurgeryNote): Numbering {
  const runs = runsOf(rounds)
  return { runs, highest: runs.reduce((most, [, to]) => Math.max(most, to), highest) }
}

/** Takes the next number; after the last that was given before, new ones go on above the highest. */
export function nextNumber(numbering: Numbering): number {
  const run = numbering.runs[0]
  if (!run) return ++numbering.highest
  const number = run[0]++
  if (run[0] > run[1]) numbering.runs.shift()
  return number
}
