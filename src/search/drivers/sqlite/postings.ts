import type { Term } from '../../../record/indexing/query.ts'
import { isFaintWord } from '../../query/faint-words.ts'
import { weightOf } from '../../ranking/window-scores.ts'
import type { Statements } from './connection.ts'
import { formMatch, termMatch } from './match.ts'
import { readText } from './texts.ts'

/** A word in more than this share of all texts counts by being there, however often: more would tell nothing. */
const COMMON_SHARE = 0.02
const COMMON_LEAST = 2000
/** What another form of a word, or another ending of a path, is worth compared with the one that was typed. */
const OTHER_FORM = 0.8
/** What a word is worth that questions have more often than answers. */
const FAINT = 0.6
/** FTS5 counts this for a word that more than half of the rows have. */
const LEAST_WEIGHT = 1e-6

/** Where a term is said. */
export interface Postings {
  readonly term: Term
  /** What the term tells; what it is worth in a text is about up to twice that. */
  readonly weight: number
  /** What it is worth in each text that has it; undefined for a common one, which is worth its weight in each. */
  readonly scores: ReadonlyMap<number, number> | undefined
  /** Which share of all texts has it, about. */
  readonly share: number
}

export interface Texts {
  /** How many there are. */
  readonly all: number
  /** Those that may be found; undefined for all of them. */
  readonly allowed: ReadonlySet<number> | undefined
}

function strengthOf({ forms, isRequired }: Term): number {
  return !isRequired && isFaintWord(forms[0]!) ? FAINT : 1
}

/** How many texts have a common term is told by how many of the newest have it: to count them all takes long. */
function commonPostings(
  sql: Statements,
  term: Term,
  { all, found, oldest }: { readonly all: number; readonly found: number; readonly oldest: number },
): Postings {
  const { last } = sql.get<{ last: number }>('SELECT max(rowid) AS last FROM texts', [])!
  const share = Math.min(1, found / (last - oldest + 1))
  return { term, weight: weightOf(share * all, all) * strengthOf(term), share, scores: undefined }
}

export function findPostings(sql: Statements, term: Term, { all, allowed }: Texts): Postings {
  const most = Math.floor(Math.max(COMMON_LEAST, all * COMMON_SHARE))
  const newest = sql.get<{ found: number; oldest: number }>(
    `SELECT count(*) AS found, min(rowid) AS oldest
       FROM (SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid DESC LIMIT ?)`,
    [termMatch(term), most + 1],
  )!
  if (newest.found > most) return commonPostings(sql, term, { all, ...newest })
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
  const weight = weightOf(often.size, allowed?.size ?? all) * strengthOf(term)
  for (const [text, share] of often) often.set(text, share * weight)
  return { term, weight, share: often.size / all, scores: often }
}

/** What the words of a literal are worth without its signs; of `c++` nothing is left then. */
const WORDS_ALONE = 0.4
const TELLING_LENGTH = 3

/** What a literal is worth in a text that has its words. */
function hasLiteral(sql: Statements, text: number, literal: string): number {
  const { content } = readText(sql, text)
  if (content.toLowerCase().replace(/\s+/g, ' ').includes(literal.replace(/\s+/g, ' '))) return 1
  return literal.replace(/[^\p{L}\p{N}]/gu, '').length < TELLING_LENGTH ? 0 : WORDS_ALONE
}
