import type { Facts } from '../facts/facts.ts'
import { factSections } from '../render/fact-sections.ts'
import { wordLines as lines } from '../render/word-lines.ts'
import type { BriefRound } from '../round.ts'
import type { Word } from '../words/word.ts'
import { entryLine } from './entry-line.ts'
import { FORM, INSTRUCTION } from './instruction.ts'
import { entriesNow } from './merge-entries.ts'
import { stepEnd } from './steps.ts'
import type { Provable, Standing } from './take-in.ts'

export interface ToWrite {
  /** The rounds that entries are to be written of; none are left where `from` is greater. */
  readonly from: number
  readonly to: number
  readonly last: number
  readonly instruction: string
  readonly form: string
  /** What holds, a line each. */
  readonly current: readonly string[]
  readonly facts: readonly string[]
  /** What was said in the rounds, a line each. */
  readonly words: readonly string[]
}

/** A message of the user is whole up to this; a pasted log is not. */
const MOST_MESSAGE = 3000
/** Facts of a kind that are listed, the last ones. */
const MOST_OF_A_KIND = 30
/** So much is left of a text of the agent at least. */
const LEAST = 120

/** What somebody needs to write the next entries: the instruction, what holds, and the rounds that are new, within so many characters. */
export function toWrite({ record, facts, words }: Provable, standing: Standing, most: number): ToWrite {
  const after = standing.through
  const end = stepEnd(record.rounds, after)
  const rounds = fitting(
    record.rounds.filter(({ round }) => round > after && round <= end),
    words,
    most,
  )
  const [from, to] = [rounds[0]?.round ?? record.last + 1, rounds.at(-1)?.round ?? record.last]
  return {
    from,
    to,
    last: record.last,
    instruction: INSTRUCTION,
    form: FORM,
    current: entriesNow(standing.entries).current.map(entryLine),
    facts: factLines(facts, from, to),
    words: wordLines(
      words.filter(({ round }) => round >= from && round <= to),
      most,
    ),
  }
}

/** The first rounds whose messages of the user fill no more than half of the room. */
function fitting(rounds: readonly BriefRound[], words: readonly Word[], most: number): readonly BriefRound[] {
  const sizes = new Map<number, number>()
  for (const { round, who, text } of words) {
    const size = Math.min(text.length, who === 'user' ? MOST_MESSAGE : LEAST)
    sizes.set(round, (sizes.get(round) ?? 0) + size)
  }
  let chars = 0
  const end = rounds.findIndex(({ round }) => {
    chars += sizes.get(round) ?? 0
    return chars > most / 2
  })
  return end === -1 ? rounds : rounds.slice(0, Math.max(1, end))
}

function wordLines(words: readonly Word[], most: number): readonly string[] {
  const ofUser = words.filter(({ who }) => who === 'user').map(({ text }) => Math.min(text.length, MOST_MESSAGE))
  const ofAgent = words.filter(({ who }) => who === 'agent').map(({ text }) => text.length)
  const each = shareOf(ofAgent, most - ofUser.reduce((sum, chars) => sum + chars, 0))
  return lines(
    words.map((word) => {
      const cut = word.who === 'user' ? MOST_MESSAGE : Math.max(LEAST, each)
      const left = word.text.length - cut
      return left > 0 ? { ...word, text: `${word.text.slice(0, cut)} […${left} more characters]` } : word
    }),
  )
}

/** So many characters of each text, so that all of them together have the room. */
function shareOf(lengths: readonly number[], room: number): number {
  let left = room
  let count = lengths.length
  for (const length of lengths.toSorted((a, b) => a - b)) {
    if (length * count > left) return Math.floor(left / count)
    left -= length
    count--
  }
  return Number.POSITIVE_INFINITY
}

/** What was done in the rounds, as it was recorded; of commands the last ones. */
function factLines(facts: Facts, from: number, to: number): readonly string[] {
  return factSections(facts, null).flatMap(({ name, lines }) => {
    const here = lines.filter(({ round }) => round >= from && round <= to)
    return here.slice(-MOST_OF_A_KIND).map(({ text }) => `${name}: ${text}`)
  })
}
