import { matterOf } from '../classify/matter.ts'
import { wordsIn } from '../classify/words.ts'
import type { ProseEntry } from '../entry.ts'

/** What sentences speak of, and how far two of them speak of the same. */
export interface Matters {
  /** 1 for a word that no other round has; less for each that others have, too. */
  shared(a: ProseEntry, b: ProseEntry): number
  /** Whether one of the words of `a` that `b` has, too, is denied: `no workers`. */
  isDenied(a: ProseEntry, b: ProseEntry): boolean
}

/** A word that more rounds have than this tells nothing apart. */
const MOST_ROUNDS = 6
const DENIED = new Set(
  'no not without drop scrap forget never kein keine keinen ohne nicht sans pas sin non senza sem nao geen zonder bez'.split(
    ' ',
  ),
)
/** How far before a word its denial is. */
const NEAR = 3

/** Reads what all these sentences speak of: a word tells the more apart the fewer rounds have it. */
export function createMatters(said: readonly ProseEntry[]): Matters {
  const known = new Map<ProseEntry, readonly string[]>()
  const rounds = new Map<string, Set<number>>()
  const wordsOf = (entry: ProseEntry) => {
    const words = known.get(entry) ?? wordsIn(entry.text).map(matterOf)
    known.set(entry, words)
    return words
  }
  for (const entry of said) {
    for (const word of wordsOf(entry)) {
      const seen = rounds.get(word)
      if (seen) seen.add(entry.round)
      else rounds.set(word, new Set([entry.round]))
    }
  }
  const both = (a: ProseEntry, b: ProseEntry) => {
    const others = new Set(wordsOf(b))
    return [...new Set(wordsOf(a))].filter((word) => word !== '' && others.has(word))
  }
  return {
    shared: (a, b) =>
      both(a, b).reduce((sum, word) => {
        const many = rounds.get(word)?.size ?? 0
        return many > MOST_ROUNDS ? sum : sum + 1 / Math.max(1, many - 1)
      }, 0),
    isDenied: (a, b) => {
      const words = wordsIn(a.text)
      const stems = wordsOf(a)
      return both(a, b).some((word) => {
        const at = stems.indexOf(word)
        return words.slice(Math.max(0, at - NEAR), at).some((before) => DENIED.has(before))
      })
    },
  }
}
