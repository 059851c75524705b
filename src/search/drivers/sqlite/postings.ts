import type { Term } from '../../query/query.ts'
import { weightOf } from '../../ranking/window-scores.ts'
import type { Statements } from './connection.ts'
import { hasLiteral } from './literal.ts'
import { formMatch, termMatch } from './match.ts'

/** A word in more than this share of all texts counts by being there, however often: more would tell nothing. */
const COMMON_SHARE = 0.02
const COMMON_LEAST = 2000
/** What another form of a word, or another ending of a path, is worth beside the one that was typed. */
const OTHER_FORM = 0.8
/** FTS5 counts this for a word that more than half of the rows have. */
const LEAST_WEIGHT = 1e-6

/** Where a term is said. */
export interface Postings {
  readonly term: Term
  /** What the term tells; what it is worth in a text is about up to twice that. */
  readonly weight: number
  /** What it is worth in each text that has it; undefined for a common one, which is worth its weight in each. */
  readonly scores: ReadonlyMap<number, number> | undefined
}

export interface Texts {
  /** How many there are. */
  readonly all: number
  /** Those that may be found; undefined for all of them. */
  readonly allowed: ReadonlySet<number> | undefined
}

export function findPostings(sql: Statements, term: Term, { all, allowed }: Texts): Postings {
  const most = Math.max(COMMON_LEAST, all * COMMON_SHARE)
  const found = sql.get<{ found: number }>('SELECT count(*) AS found FROM texts WHERE texts MATCH ?', [
    termMatch(term),
  ])!.found
  if (found > most) return { term, weight: weightOf(found, all), scores: undefined }
  const often = new Map<number, number>()
  for (const [at, form] of term.forms.entries()) {
    const rows = sql.rows<[number, number]>('SELECT rowid, bm25(texts) FROM texts WHERE texts MATCH ?', [
      formMatch(form, term.isPrefix),
    ])
    const worth = at === 0 ? 1 : OTHER_FORM
    const weight = Math.max(LEAST_WEIGHT, Math.log((all - rows.length + 0.5) / (rows.length + 0.5)))
    for (const [text, score] of rows) {
      if (allowed && !allowed.has(text)) continue
      const literally = at > 0 || term.literal === null ? 1 : hasLiteral(sql, text, term.literal)
      const share = (worth * literally * -score) / weight
      if (share > (often.get(text) ?? 0)) often.set(text, share)
    }
  }
  const weight = weightOf(often.size, allowed?.size ?? all)
  return { term, weight, scores: new Map([...often].map(([text, share]) => [text, share * weight])) }
}
