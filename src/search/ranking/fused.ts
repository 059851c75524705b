/** How much meaning counts compared with words. */
const MEANING = 0.5

/**
 * One score of two that have nothing in common but their order: each is measured by its own mean and spread. A round that
 * one of them did not find has the least that it found.
 */
export function fused<Key>(
  words: ReadonlyMap<Key, number>,
  meaning: ReadonlyMap<Key, number>,
): ReadonlyMap<Key, number> {
  if (meaning.size === 0) return words
  const keys = new Set([...words.keys(), ...meaning.keys()])
  const byWords = standardised(words, keys, 0)
  const byMeaning = standardised(meaning, keys, Math.min(...meaning.values()))
  return new Map([...keys].map((key) => [key, (1 - MEANING) * byWords(key) + MEANING * byMeaning(key)]))
}

function standardised<Key>(
  scores: ReadonlyMap<Key, number>,
  keys: ReadonlySet<Key>,
  missing: number,
): (key: Key) => number {
  const scoreOf = (key: Key) => scores.get(key) ?? missing
  const all = [...keys].map(scoreOf)
  const mean = all.reduce((sum, score) => sum + score, 0) / all.length
  const spread = Math.sqrt(all.reduce((sum, score) => sum + (score - mean) ** 2, 0) / all.length) || 1
  return (key) => (scoreOf(key) - mean) / spread
}
