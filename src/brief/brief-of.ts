import type { Brief } from './brief.ts'
import type { Entries } from './entries/entry.ts'
import { factsOf } from './facts/facts-of.ts'
import type { BriefRound } from './round.ts'
import { wordsOf } from './words/words-of.ts'

/** What rounds that follow one another came to: the same rounds and entries always give the same brief. */
export function briefOf(
  rounds: readonly BriefRound[],
  entries: Entries,
  { chars, last }: Pick<Brief, 'chars' | 'last'>,
): Brief {
  return { facts: factsOf(rounds), words: wordsOf(rounds), entries, chars, last }
}
