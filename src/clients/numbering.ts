import { runsOf } from '../model/range.ts'
import type { SessionFacts } from '../model/session.ts'
import type { SurgeryNote } from '../model/surgery-note.ts'

/** Which numbers rounds get: in most files 1, 2, 3, …; in one that surgery wrote those its rounds had before. */
export interface Numbering {
  /** Numbers that are given next, in runs. */
  runs: [from: number, to: number][]
  highest: number
}

/** What of a parser's state counts its rounds. */
interface Counting {
  /** The current one. */
  round: number
  numbering: Numbering
  readonly about: { facts: SessionFacts }
}

export function initialNumbering(): Numbering {
  return { runs: [], highest: 0 }
}

/** Starts the next round and returns its number. */
export function startRound(state: Counting): number {
  const { numbering, about } = state
  const round = nextNumber(numbering)
  const { rounds, highestRound } = about.facts
  state.round = round
  about.facts = {
    ...about.facts,
    rounds: rounds + 1,
    highestRound: Math.max(highestRound, numbering.highest, round),
  }
  return round
}

/** Takes the numbers that rounds have in a session which surgery wrote. */
export function takeNumbers(state: Counting, note: SurgeryNote): void {
  state.numbering = numberingOf(note)
  state.about.facts = { ...state.about.facts, surgery: note, highestRound: state.numbering.highest }
}

/** Numbers up to this one are taken by the rows of an index. */
export function passNumbers({ numbering, about }: Counting, last: number): void {
  if (last <= numbering.highest) return
  numbering.highest = last
  about.facts = { ...about.facts, highestRound: last }
}

function numberingOf({ rounds, highest }: SurgeryNote): Numbering {
  const runs = runsOf(rounds)
  return { runs, highest: runs.reduce((most, [, to]) => Math.max(most, to), highest) }
}

/** After the last number that was given before, new ones go on above the highest. */
function nextNumber(numbering: Numbering): number {
  const run = numbering.runs[0]
  if (!run) return ++numbering.highest
  const number = run[0]++
  if (run[0] > run[1]) numbering.runs.shift()
  return number
}
