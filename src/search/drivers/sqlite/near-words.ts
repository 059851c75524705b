import { beginningsOf, nearestWords } from '../../query/near-words.ts'
import type { Statements } from './connection.ts'

/** Nobody waits for more to be compared. */
const MOST_LOOKED_AT = 20_000

/** Words of the index that are spelled nearly like one that is not there, the nearest first. */
export function nearWords(sql: Statements, typed: string): readonly string[] {
  for (const beginning of beginningsOf(typed)) {
    const words = sql
      .rows<[string]>('SELECT term FROM words WHERE term >= ? AND term < ? LIMIT ?', [
        beginning,
        `${beginning}\u{10ffff}`,
        MOST_LOOKED_AT,
      ])
      .map(([term]) => term)
    const near = nearestWords(typed, words)
    if (near) return near
  }
  return []
}
