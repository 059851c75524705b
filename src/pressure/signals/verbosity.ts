import type { Limits } from '../limits.ts'
import type { SeenRound } from '../seen-round.ts'
import { type Signal, signal } from './signal.ts'
import { wordsOf } from './words.ts'

/** Rounds at each end that are compared, and those it takes to compare at all. */
const ENDS = 5
const FEWEST_ROUNDS = 12

/** Replies that have become much longer than they were. */
export function verbosity(rounds: readonly SeenRound[], { verbosity, verboseWords }: Limits): Signal | undefined {
  const lengths = rounds
    .map(({ said }) => said.reduce((words, text) => words + wordsOf(text).length, 0))
    .filter((words) => words > 0)
  if (lengths.length < FEWEST_ROUNDS) return undefined
  const [first, last] = [median(lengths.slice(0, ENDS)), median(lengths.slice(-ENDS))]
  if (last < verboseWords || last < verbosity * first) return undefined
  return signal(
    'verbosity',
    'warn',
    `replies have ${last} words in the last ${ENDS} rounds, ${first} in the first ${ENDS}`,
  )
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
