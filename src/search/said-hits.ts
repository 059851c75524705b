import type { Query } from '../record/indexing/query.ts'
import type { Hit, Ranked } from '../record/indexing/search-index.ts'
import type { Workspace } from '../record/workspace.ts'
import { both } from './by-meaning.ts'
import { byScore, byTime, type CloseHit, closeHits } from './close-hit.ts'
import type { Narrowed } from './filters.ts'
import { foldCopies } from './fold-copies.ts'
import { datesNamed, nearness } from './query/dates-named.ts'

/** So many are looked at closer where their times, the filters or their meaning may change the order. */
const CLOSER = 400
/** Where words alone decide: others may still have the same rounds. */
const CLOSE = 50
const MOST_CLOSER = 5000
/** What a date in the question is worth compared with a word of it. */
const DATE_WEIGHT = 5
/** The same where scores are standardised. */
const DATE_WEIGHT_FUSED = 1

interface Looked {
  readonly limit: number
  readonly narrowed: Narrowed
  readonly question: string
  /** What meaning found; undefined without a model. */
  readonly meant: readonly Hit[] | undefined
  readonly mode: 'text' | 'meaning' | 'both' | undefined
}

export interface SaidHits extends Omit<Ranked, 'hits'> {
  readonly hits: readonly CloseHit[]
  /** What was looked for in the end: near spellings for words that nobody said. */
  readonly query: Query
}

/** The best rounds that pass the filters, those of a date in the question before others. */
export async function saidHits(
  workspace: Workspace,
  query: Query,
  { limit, narrowed, question, meant, mode }: Looked,
): Promise<SaidHits> {
  const { search, clock } = workspace
  const dates = datesNamed(question, clock())
  const weight = meant && meant.length > 0 ? DATE_WEIGHT_FUSED : DATE_WEIGHT // nothing embedded yet: words alone
  const first = dates.length > 0 || meant || narrowed.isByRound ? CLOSER : CLOSE + limit
  for (let most = first; ; most = MOST_CLOSER) {
    const ranked = await search?.query(query, { limit: most, sessions: narrowed.sessions })
    if (!ranked) return { hits: [], instead: [], isNewestFirst: false, query }
    const found = meant ? (mode === 'meaning' ? meant : both(ranked.hits, meant)) : ranked.hits
    const close = await foldCopies(workspace, await closeHits(workspace, found, narrowed), narrowed.among)
    if (close.length < limit && ranked.hits.length === most && most < MOST_CLOSER) continue
    const hits = close.map((hit) => ({ ...hit, score: hit.score + weight * nearness(dates, hit.row?.started ?? null) }))
    const instead = new Map(ranked.instead.map(({ typed, words }) => [typed, words]))
    const terms = query.terms.map((term) => ({ ...term, forms: instead.get(term.typed) ?? term.forms }))
    return { ...ranked, hits: hits.sort(ranked.isNewestFirst ? byTime : byScore), query: { ...query, terms } }
  }
}
