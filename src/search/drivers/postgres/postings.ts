import type { SessionId } from '../../../model/id.ts'
import type { Term } from '../../../record/indexing/query.ts'
import type { Sql } from '../../../system/postgres/connect.ts'
import { isFaintWord } from '../../query/faint-words.ts'
import { beginningsOf, nearestWords } from '../../query/near-words.ts'
import { weightOf } from '../../ranking/window-scores.ts'
import { wordsOf } from './words-of.ts'

/** What another form of a word, or another ending of a path, is worth compared with the one that was typed. */
const OTHER_FORM = 0.8
/** What a word is worth that questions have more often than answers. */
const FAINT = 0.6
/** What the words of a literal are worth without its signs; of `c++` nothing is left then. */
const WORDS_ALONE = 0.4
const TELLING_LENGTH = 3
/** Texts of a term that are weighed: those it is worth most in. */
const MOST_TEXTS = 20_000
/** Nobody waits for more to be compared. */
const MOST_LOOKED_AT = 20_000
/** What the server says of one word in a short text becomes about 1 with it. */
const SCALE = 2

export interface Postings {
  readonly term: Term
  /** What the term tells; what it is worth in a text is about up to twice that. */
  readonly weight: number
  /** What it is worth in each text that has it. */
  readonly scores: ReadonlyMap<number, number>
}

export interface Texts {
  /** How many there are. */
  readonly all: number
  readonly sessions: ReadonlySet<SessionId> | undefined
}

export async function findPostings(sql: Sql, term: Term, { all, sessions }: Texts): Promise<Postings> {
  const shares = new Map<number, number>()
  for (const [at, form] of term.forms.entries()) {
    const asked = await formQuery(sql, form, term.isPrefix)
    if (asked === '') continue
    const literal = at === 0 ? term.literal : null
    for (const { text, rank, hasLiteral } of await textsWith(sql, asked, literal, sessions)) {
      const share = (at === 0 ? 1 : OTHER_FORM) * worthOf(literal, hasLiteral) * Math.max(0.05, rank) * SCALE
      if (share > (shares.get(text) ?? 0)) shares.set(text, share)
    }
  }
  const weight = weightOf(shares.size, Math.max(all, shares.size)) * strengthOf(term)
  const scores = new Map([...shares].map(([text, share]) => [text, share * weight]))
  return { term, weight, scores }
}

/** Which of some texts say a term. */
export async function textsSaying(sql: Sql, term: Term, texts: readonly number[]): Promise<ReadonlySet<number>> {
  const forms = await Promise.all(term.forms.map((form) => formQuery(sql, form, term.isPrefix)))
  const asked = forms.filter((form) => form !== '').join(' | ')
  if (asked === '') return new Set()
  const rows = await sql<{ text: number }[]>`
    SELECT DISTINCT text FROM search_parts
     WHERE words @@ ${asked}::tsquery AND text = ANY(${texts as number[]}::bigint[])`
  return new Set(rows.map(({ text }) => text))
}

/** Words of the index that are spelled nearly like one that is not there, the nearest first. */
export async function nearWords(sql: Sql, typed: string): Promise<readonly string[]> {
  for (const beginning of beginningsOf(typed)) {
    const rows = await sql<{ word: string }[]>`
      SELECT word FROM search_words WHERE word >= ${beginning} AND word < ${`${beginning}\u{10ffff}`} LIMIT ${MOST_LOOKED_AT}`
    const near = nearestWords(
      typed,
      rows.map(({ word }) => word),
    )
    if (near) return near
  }
  return []
}

/** One form as the server looks for it: words that follow one another, stemmed; empty where there is no word in it. */
export async function formQuery(sql: Sql, form: string, isPrefix: boolean): Promise<string> {
  const [row] = await sql<{ query: string }[]>`
    SELECT phraseto_tsquery('search_words_of', ${wordsOf(form)})::text AS query`
  const query = row?.query ?? ''
  if (query === '') return ''
  return `(${isPrefix ? `${query}:*` : query})`
}

interface Found {
  readonly text: number
  readonly rank: number
  readonly hasLiteral: boolean
}

async function textsWith(
  sql: Sql,
  asked: string,
  literal: string | null,
  sessions: ReadonlySet<SessionId> | undefined,
): Promise<readonly Found[]> {
  const among = sessions
    ? sql`AND text IN (SELECT text FROM search_places WHERE session_id = ANY(${[...sessions]}::text[]))`
    : sql``
  const wanted = literal === null ? null : literal.replace(/\s+/g, ' ')
  return sql<Found[]>`
    SELECT found.*, ${wanted}::text IS NULL OR (
             SELECT strpos(regexp_replace(lower(content), '\\s+', ' ', 'g'), ${wanted}::text) > 0
               FROM search_texts WHERE search_texts.text = found.text) AS "hasLiteral"
      FROM (
        SELECT text, max(ts_rank('{1,1,1,1}', words, ${asked}::tsquery, 1)) AS rank FROM search_parts
         WHERE words @@ ${asked}::tsquery ${among} GROUP BY text ORDER BY rank DESC, text DESC LIMIT ${MOST_TEXTS}
      ) AS found`
}

function worthOf(literal: string | null, hasLiteral: boolean): number {
  if (literal === null || hasLiteral) return 1
  return literal.replace(/[^\p{L}\p{N}]/gu, '').length < TELLING_LENGTH ? 0 : WORDS_ALONE
}

function strengthOf({ forms, isRequired }: Term): number {
  return !isRequired && isFaintWord(forms[0]!) ? FAINT : 1
}
