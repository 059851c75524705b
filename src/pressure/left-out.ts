import type { Fact } from './fact.ts'
import { wordsOf } from './signals/words.ts'

/** A text that has this share of the words of a sentence without names says it. */
const ENOUGH = 0.7
/** A message of fewer words says something of what was said before it, and nothing by itself. */
const FEWEST = 4
/** More are not read. */
const MOST = 10

/** What a summary does not have, the first ones: numbers, names and paths decide, in whatever language; else most of the words. */
export function leftOut(facts: readonly Fact[], summary: string): readonly Fact[] {
  const words = new Set(wordsOf(summary))
  const lower = summary.toLowerCase()
  return facts.filter((fact) => !has(fact)).slice(0, MOST)

  function has({ kind, key, expected = [] }: Fact): boolean {
    if (summary.includes(key)) return true
    if (expected.length > 0)
      return expected.every((spellings) =>
        spellings.some((parts) => parts.every((one) => lower.includes(one.toLowerCase()))),
      )
    if (kind === 'file') return summary.includes(baseName(key))
    const wanted = wordsOf(key)
    if (kind === 'said' && wanted.length < FEWEST) return true
    return wanted.length > 0 && wanted.filter((word) => words.has(word)).length / wanted.length >= ENOUGH
  }
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
