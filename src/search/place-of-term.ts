import type { Term } from '../record/indexing/query.ts'

/** Beginnings this long are enough for two words to be forms of one. */
const STEM = 5
/** A shorter word begins too many others. */
const SHORTEST_BEGINNING = 3

/** Where a text says a term first, in any form that begins alike, as [start, end). */
export function placeOfTerm(text: string, { forms, literal }: Term): readonly [number, number] | undefined {
  const lower = text.toLowerCase()
  for (const form of [...(literal === null ? [] : [literal]), ...forms]) {
    const stem = form.includes(' ') || form.length <= STEM ? form : form.slice(0, Math.max(STEM, form.length - 3))
    for (let at = lower.indexOf(stem); at !== -1; at = lower.indexOf(stem, at + 1)) {
      if (at > 0 && /[\p{L}\p{N}]/u.test(lower[at - 1]!) && /^[a-z0-9]/.test(stem)) continue
      const rest = /^[\p{L}\p{N}]*/u.exec(lower.slice(at + stem.length))![0].length
      if (rest > 0 && stem.length < SHORTEST_BEGINNING) continue
      return [at, at + stem.length + rest]
    }
  }
  return undefined
}
