import { NUMBERED_SINCE } from '../../model/parser-version.ts'
import { runsOf } from '../../model/range.ts'
import type { EarlierNumbers, SessionFacts } from '../../model/session.ts'
import type { SurgeryNote } from '../../model/surgery-note.ts'

/** Which numbers rounds get: in most files 1, 2, 3, …; in one that surgery wrote those its rounds had before. */
export interface Numbering {
  /** Numbers that are given next, in runs. */
  runs: [from: number, to: number][]
  highest: number
  /** How far an older Stet gave numbers, and the highest it gave: these stay, also where there are more rounds by now. */
  readonly earlier: EarlierNumbers | null
  /** The highest number of those that rounds got that were inside of others then, and in which they were. */
  inner: number
  within: Record<number, number>
}

/** What of a parser's state counts its rounds. */
interface Counting {
  /** The current one. */
  round: number
  /** The byte the current line begins at. */
  readonly offset: number
  numbering: Numbering
  readonly about: { facts: SessionFacts }
}

export function initialNumbering(earlier: EarlierNumbers | null = null): Numbering {
  return { runs: [], highest: 0, earlier, inner: earlier?.highest ?? 0, within: {} }
}

/** What an older Stet than that of a version took for a part of a round, beginning at a byte. */
interface Inner {
  readonly of: number
  readonly at: number
  readonly since?: number
}

/** Starts the next round and returns its number. */
export function startRound(state: Counting, inner?: Inner): number {
  const { numbering, about } = state
  const isInner = inner !== undefined && isNumberedEarlier(state, inner.at, inner.since)
  const of = isInner ? inner.of : aheadOfIts(numbering) ? state.round : undefined
  const round = isInner ? ++numbering.inner : nextNumber(state)
  if (of !== undefined) numbering.within[round] = outerOf(numbering, of)
  const { rounds, highestRound } = about.facts
  state.round = round
  about.facts = {
    ...about.facts,
    rounds: rounds + 1,
    highestRound: Math.max(highestRound, numbering.highest, round),
  }
  return round
}

/** Whether the next number is higher than one that comes after it: it was given later, inside of the round before. */
function aheadOfIts({ runs: [first, ...more] }: Numbering): boolean {
  return first !== undefined && more.some(([from]) => from < first[0])
}

/** The round that held this one where an older Stet gave the numbers; else itself. */
export function outerOf({ within }: Numbering, round: number): number {
  return within[round] ?? round
}

/** Takes the numbers that rounds have in a session which surgery wrote. */
export function takeNumbers(state: Counting, note: SurgeryNote): void {
  const runs = runsOf(note.rounds)
  const highest = runs.reduce((most, [, to]) => Math.max(most, to), note.highest)
  state.numbering = { ...state.numbering, runs, highest, inner: Math.max(state.numbering.inner, highest) }
  state.about.facts = { ...state.about.facts, surgery: note, highestRound: highest }
}

/** Numbers up to this one are taken by the rows of an index. */
export function passNumbers({ numbering, about }: Counting, last: number): void {
  if (last <= numbering.highest) return
  numbering.highest = last
  about.facts = { ...about.facts, highestRound: last }
}

/** Whether a Stet older than a version numbered the rounds here, in its record or in the file that it wrote. */
export function isNumberedEarlier(
  { numbering: { runs, earlier }, about, offset: at }: Counting,
  offset = at,
  since = NUMBERED_SINCE,
): boolean {
  const { surgery } = about.facts
  return offset < (earlier?.bytes ?? 0) || (runs.length > 0 && surgery !== null && surgery.parser < since)
}

/** After the last number that was given before, new ones go on above the highest. */
function nextNumber(state: Counting): number {
  const { numbering } = state
  const run = numbering.runs[0]
  if (!run) {
    if (!isNumberedEarlier(state)) numbering.highest = Math.max(numbering.highest, numbering.inner)
    return ++numbering.highest
  }
  const number = run[0]++
  if (run[0] > run[1]) numbering.runs.shift()
  return number
}
