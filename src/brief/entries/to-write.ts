import type { Facts } from '../facts/facts.ts'
import type { BriefRound } from '../round.ts'
import { shortened } from '../shortened.ts'
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
/** Commands that are listed, the last ones. */
const MOST_COMMANDS = 30
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
  return words.map(({ round, who, via, text, to }) => {
    const cut = who === 'user' ? MOST_MESSAGE : Math.max(LEAST, each)
    const left = text.length > cut ? `${text.slice(0, cut)} […${text.length - cut} more characters]` : text
    const how = `${via === undefined ? '' : `, ${via}`}${to ? `, to ${JSON.stringify(shortened(to.text, 200))}` : ''}`
    return `[r${round} ${who}${how}] ${left}`
  })
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

/** What was done in the rounds, as it was recorded. */
function factLines(facts: Facts, from: number, to: number): readonly string[] {
  const isIn = (round: number) => round >= from && round <= to
  const at = (rounds: readonly number[]) => `r${rounds.filter(isIn).join(', r')}`
  const ended = ({ failed, exit }: { failed: boolean; exit: number | null }) =>
    failed ? `failed${exit === null ? '' : ` with ${exit}`}` : 'ended well'
  return [
    ...facts.files
      .filter(({ rounds }) => rounds.some(isIn))
      .map(({ path, state, rounds }) => `file ${path}: ${state} (${at(rounds)})`),
    ...facts.commits
      .filter(({ round }) => isIn(round))
      .map(({ hash, subject, round }) => `commit ${hash ?? ''} ${subject} (r${round})`),
    ...facts.tests
      .filter(({ rounds }) => rounds.some(isIn))
      .map(
        (test) => `test \`${shortened(test.command, 160)}\`: ${test.result.outcome}, last in r${test.rounds.at(-1)}`,
      ),
    ...facts.commands
      .filter(({ rounds }) => rounds.some(isIn))
      .slice(-MOST_COMMANDS)
      .map((command) => `command \`${shortened(command.command, 160)}\`: ${ended(command)} (${at(command.rounds)})`),
    ...facts.errors
      .filter(({ last }) => isIn(last))
      .map(
        ({ text, last, gone }) =>
          `error ${shortened(text, 200)} (r${last}${gone === null ? ', not run again without it' : `, gone since r${gone}`})`,
      ),
    ...facts.choices
      .filter(({ round }) => isIn(round))
      .map(
        ({ question, answer, others, round }) =>
          `choice ${shortened(question, 160)}: ${answer}; other options: ${others.join(', ')} (r${round})`,
      ),
  ]
}
