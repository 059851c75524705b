import type { Facts } from '../facts/facts.ts'
import { factSections } from '../render/fact-sections.ts'
import { wordLines } from '../render/line.ts'
import type { Word } from '../words/word.ts'
import { type Entry, type EntrySource, entriesNow, entryLine, mergeEntries } from './entry.ts'
import { gate } from './gate.ts'
import type { EntryDraft, Handoff } from './handoff.ts'
import { FORM, INSTRUCTION } from './instruction.ts'
import { questionsOn } from './questions.ts'
import type { RoundRecord } from './round-record.ts'

/** How far the entries of a session are. */
export interface Standing extends Pick<Handoff, 'skip' | 'answers'> {
  /** The whole list, what is over too. */
  readonly entries: readonly Entry[]
  /** The last round that entries were written of. */
  readonly through: number
  readonly asked: readonly string[]
}

export const NOTHING_YET: Standing = { entries: [], through: 0, skip: [], answers: [], asked: [] }

export type TakenIn = ReturnType<typeof takeIn>

/** What entries of a session are held against. */
export interface Provable {
  readonly record: RoundRecord
  readonly facts: Facts
  readonly words: readonly Word[]
}

/** So many rounds are written of at once, with a few more where the rest would be less than that. */
const ROUNDS = 20
const REST = 5

/** Takes what was handed over into what there is, as far as the record bears it out, and asks what it may have missed. */
export function takeIn(
  { record, facts }: Provable,
  before: Standing,
  handoff: Handoff,
  { source, through: given }: { readonly source: EntrySource; readonly through?: number },
) {
  const drafts = [...handoff.entries, ...endings(handoff)]
  const { accepted, refused } = gate(drafts, { record, files: facts.files, before: before.entries }, source)
  const entries = mergeEntries(before.entries, accepted)
  const through = Math.max(before.through, given ?? reached(record, before, handoff))
  const skip = [...before.skip, ...handoff.skip.filter(({ round }) => record.has(round))]
  const questions = questionsOn({
    rounds: record.rounds.filter(({ round }) => round > before.through && round <= through),
    facts,
    current: entriesNow(entries).current,
    all: entries,
    skip,
    asked: new Set(before.asked),
    isEnd: through === record.last,
  })
  const asked = [...before.asked, ...questions.map(({ id }) => id)]
  const answers = [...before.answers, ...handoff.answers]
  const standing: Standing = { entries, through, skip, answers, asked }
  return { standing, accepted: accepted.map(({ id }) => id), refused: [...handoff.refused, ...refused], questions }
}

/** The last round that it is about. One that speaks of earlier rounds alone mends what was handed over before. */
function reached(record: RoundRecord, { through }: Standing, { entries, skip, answers }: Handoff): number {
  const cited = [...entries.flatMap(({ rounds, over = 0 }) => [...rounds, over]), ...skip.map(({ round }) => round)]
  const last = Math.max(0, ...cited.filter(record.has))
  const isEmpty = cited.length + answers.length === 0
  return last > through || isEmpty ? Math.max(stepEnd(record, through), last) : through
}

/** The last round of the next step after a round. */
function stepEnd({ rounds }: RoundRecord, after: number): number {
  const left = rounds.filter(({ round }) => round > after)
  return (left.length <= ROUNDS + REST ? left : left.slice(0, ROUNDS)).at(-1)?.round ?? after
}

/** Questions for the end of an entry that were answered with a round. */
function endings({ answers, entries }: Handoff): readonly EntryDraft[] {
  return answers.flatMap(({ question, says }): readonly EntryDraft[] => {
    const id = /^end:(.+)@\d+$/.exec(question)?.[1]
    const over = /^(?:r|round )?(\d+)$/i.exec(says.trim())?.[1]
    if (id === undefined || over === undefined || entries.some((one) => one.id === id)) return []
    return [{ id, kind: 'fact', text: '', rounds: [], by: 'you', quotes: [], over: Number(over) }]
  })
}

export type ToWrite = ReturnType<typeof toWrite>

/** A message of the user is whole up to this; a pasted log is not. */
const MOST_MESSAGE = 3000
/** Facts of a kind that are listed, the last ones. */
const MOST_OF_A_KIND = 30
/** So much is left of a text of the agent at least. */
const LEAST = 120

/** What somebody needs to write the next entries: the instruction, what holds, and the rounds that are new, within so many characters. */
export function toWrite({ record, facts, words }: Provable, { entries, through }: Standing, most: number) {
  const end = stepEnd(record, through)
  const step = record.rounds.filter(({ round }) => round > through && round <= end)
  const rounds = step.slice(0, countWithin(step, words, most / 2)).map(({ round }) => round)
  // where nothing is left, `from` is greater than `to`
  const [from, to] = [rounds[0] ?? record.last + 1, rounds.at(-1) ?? record.last]
  const isHere = ({ round }: { readonly round: number }) => round >= from && round <= to
  const done = factSections(facts, record.rounds.find(({ cwd }) => cwd)?.cwd ?? null).flatMap(({ name, lines }) =>
    lines
      .filter(isHere)
      .slice(-MOST_OF_A_KIND)
      .map(({ text }) => `${name}: ${text}`),
  )
  return {
    from,
    to,
    last: record.last,
    instruction: INSTRUCTION,
    form: FORM,
    /** What holds, what was done and what was said in the rounds, a line each. */
    current: entriesNow(entries).current.map(entryLine),
    facts: done,
    words: linesWithin(words.filter(isHere), most),
  }
}

/** How many of the rounds have messages that fit into so many characters, at least one. */
function countWithin(rounds: readonly { readonly round: number }[], words: readonly Word[], most: number): number {
  let chars = 0
  const end = rounds.findIndex(({ round }) => {
    for (const { who, text } of words.filter((word) => word.round === round))
      chars += Math.min(text.length, who === 'user' ? MOST_MESSAGE : LEAST)
    return chars > most
  })
  return end === -1 ? rounds.length : Math.max(1, end)
}

/** What was said, each text of the agent cut so that all of it has the room. */
function linesWithin(words: readonly Word[], most: number): readonly string[] {
  const room = words.reduce(
    (left, { who, text }) => left - (who === 'user' ? Math.min(text.length, MOST_MESSAGE) : 0),
    most,
  )
  const ofAgent = words.filter(({ who }) => who === 'agent').map(({ text }) => text.length)
  const each = Math.max(LEAST, shareOf(ofAgent, room))
  return wordLines(
    words.map((word) => {
      const cut = word.who === 'user' ? MOST_MESSAGE : each
      const left = word.text.length - cut
      return left > 0 ? { ...word, text: `${word.text.slice(0, cut)} […${left} more characters]` } : word
    }),
  )
}

/** So many characters of each text, so that all of them together have the room. */
function shareOf(lengths: readonly number[], room: number): number {
  let left = room
  for (const [at, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const count = lengths.length - at
    if (length * count > left) return Math.floor(left / count)
    left -= length
  }
  return Number.POSITIVE_INFINITY
}
