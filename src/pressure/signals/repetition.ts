import type { Limits } from '../limits.ts'
import type { SeenRound } from '../seen-round.ts'
import { type Signal, signal } from './signal.ts'
import { wordsOf } from './words.ts'

/** Replies looked at, from the end; and the words one needs to say anything. */
const RECENT_REPLIES = 12
const FEWEST_WORDS = 20
const GRAM = 3
/** What comes after is not looked at: replies that begin alike and go on for pages differ somewhere. */
const MOST_WORDS = 2000

/** Replies that say nearly the same as one shortly before: reasoning that goes in circles. */
export function repetition(rounds: readonly SeenRound[], { similarity, repeats }: Limits): Signal | undefined {
  const replies = rounds
    .flatMap(({ round, said }) => said.map((text) => ({ round, words: wordsOf(text).slice(0, MOST_WORDS) })))
    .filter(({ words }) => words.length >= FEWEST_WORDS)
    .slice(-RECENT_REPLIES)
    .map(({ round, words }) => ({ round, grams: gramsOf(words) }))
  const pairs = replies.flatMap((one, at) =>
    replies
      .slice(at + 1)
      .map((other) => ({ from: one.round, to: other.round, alike: likeness(one.grams, other.grams) }))
      .filter(({ alike }) => alike >= similarity),
  )
  if (pairs.length < repeats) return undefined
  const { from, to, alike } = pairs.at(-1)!
  const same = `${Math.round(alike * 100)} % alike`
  return signal(
    'repetition',
    'force',
    `${pairs.length} pairs of replies say the same; rounds ${from} and ${to} are ${same}`,
  )
}

function gramsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.slice(GRAM - 1).map((_, at) => words.slice(at, at + GRAM).join(' ')))
}

/** The share of what either says that both say. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0
  for (const gram of one) if (other.has(gram)) both++
  const either = one.size + other.size - both
  return either === 0 ? 0 : both / either
}
