import type { Fact } from './certain-facts.ts'
import { wordsOf } from './signals/words.ts'

/** A text that has this share of the words of a sentence says it. */
const ENOUGH = 0.7

/** The facts that a summary does not have: it is asked for what a probe of each expects. */
export function leftOut(facts: readonly Fact[], summary: string): readonly Fact[] {
  const words = new Set(wordsOf(summary))
  const lower = summary.toLowerCase()
  return facts.filter((fact) => !has(fact))

  function has({ kind, key, expected }: Fact): boolean {
    if (summary.includes(key)) return true
    if (expected && expected.length > 0) return expected.every((one) => lower.includes(one.toLowerCase()))
    if (kind === 'file') return summary.includes(baseName(key))
    const wanted = wordsOf(key)
    return wanted.length > 0 && wanted.filter((word) => words.has(word)).length / wanted.length >= ENOUGH
  }
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
