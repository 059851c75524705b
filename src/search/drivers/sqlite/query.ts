import type { RoundId, SessionId } from '../../../model/id.ts'
import type { Query, Term } from '../../query/query.ts'
import { windowScore } from '../../ranking/window-scores.ts'
import type { Hit, QueryOptions, Ranked } from '../../search.ts'
import type { Statements } from './connection.ts'
import { termMatch } from './match.ts'
import { nearWords } from './near-words.ts'
import { findPostings, type Postings, type Texts } from './postings.ts'
import { rowCount } from './row-count.ts'

/** So many texts are looked at with their neighbours: those that say most by themselves. */
const CANDIDATES = 400
/** So many of the newest are looked at where nothing is rare. */
const NEWEST = 1000

interface Place {
  readonly place: number
  readonly session_id: SessionId
  readonly round: number
  readonly round_id: RoundId
}

export function query(sql: Statements, asked: Query, { limit, sessions }: QueryOptions): Ranked {
  const texts: Texts = { all: rowCount(sql), allowed: sessions && textsOf(sql, sessions) }
  const instead: { typed: string; words: readonly string[] }[] = []
  const postings = asked.terms.map((term) => {
    const found = findPostings(sql, term, texts)
    if (found.scores?.size !== 0 || term.isPrefix || term.forms.some((form) => form.includes(' '))) return found
    const words = nearWords(sql, term.forms[0]!)
    if (words.length === 0) return found
    instead.push({ typed: term.typed, words })
    return findPostings(sql, { ...term, forms: words, literal: null }, texts)
  })
  const known = postings.filter(({ scores }) => scores?.size !== 0)
  if (known.length === 0 || postings.some(({ term, scores }) => term.isRequired && scores?.size === 0))
    return { hits: [], instead, isNewestFirst: false }
  const rare = known.filter(({ scores }) => scores !== undefined)
  const candidates = rare.length > 0 ? bestOf(rare) : newestOf(sql, known, texts, limit)
  const hits = ranked(sql, { candidates, postings: known, sessions })
  return {
    hits: chosen(sql, hits, { without: asked.without, limit }),
    instead,
    isNewestFirst: rare.length === 0 && known.length === 1,
  }
}

function textsOf(sql: Statements, sessions: ReadonlySet<SessionId>): ReadonlySet<number> {
  const rows = sql.rows<[number]>(
    'SELECT text FROM places WHERE session_id IN (SELECT value FROM json_each(?)) AND text IS NOT NULL',
    [JSON.stringify([...sessions])],
  )
  return new Set(rows.map(([text]) => text))
}

/** The texts in which the rare terms together are worth most. */
function bestOf(rare: readonly Postings[]): readonly number[] {
  const sums = new Map<number, number>()
  for (const { scores } of rare) for (const [text, score] of scores!) sums.set(text, (sums.get(text) ?? 0) + score)
  return [...sums]
    .sort(([a, scoreOfA], [b, scoreOfB]) => scoreOfB - scoreOfA || b - a)
    .slice(0, CANDIDATES)
    .map(([text]) => text)
}

/** The newest texts that have all of the common terms; where those are few, also those that have one. */
function newestOf(sql: Statements, common: readonly Postings[], { allowed }: Texts, limit: number): readonly number[] {
  const newest = (match: string) =>
    sql
      .rows<[number]>('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid DESC LIMIT ?', [
        match,
        allowed ? -1 : NEWEST,
      ])
      .map(([text]) => text)
      .filter((text) => !allowed || allowed.has(text))
      .slice(0, NEWEST)
  const all = newest(common.map(({ term }) => termMatch(term)).join(' AND '))
  if (all.length >= limit || common.length === 1) return all
  return [...new Set([...all, ...common.flatMap(({ term }) => newest(termMatch(term)))])]
}

interface ToRank {
  readonly candidates: readonly number[]
  readonly postings: readonly Postings[]
  readonly sessions: ReadonlySet<SessionId> | undefined
}

interface RankedText {
  readonly text: number
  readonly place: Place
  readonly score: number
}

/** The candidates, each seen with its neighbours. */
function ranked(sql: Statements, { candidates, postings, sessions }: ToRank): readonly RankedText[] {
  const weights = postings.map(({ weight }) => weight)
  const worth = new Map<number, readonly number[]>()
  const common = postings.map(({ term, scores }) => (scores ? undefined : textsWith(sql, term)))
  const worthOf = (text: number) => {
    const known = worth.get(text) ?? postings.map((one, at) => worthIn(one, common[at], text))
    worth.set(text, known)
    return known
  }
  const isLacking = (own: readonly number[]) =>
    own.every((score) => score === 0) || postings.some(({ term }, at) => term.isRequired && own[at] === 0)
  const found = new Map<number, RankedText>()
  for (const text of candidates) {
    const place = placeOf(sql, text, sessions)
    const own = worthOf(text)
    if (!place || isLacking(own)) continue
    const [before, after] = [place.round - 1, place.round + 1]
      .map((round) => textAt(sql, place.session_id, round))
      .map((beside) => (beside === undefined ? undefined : worthOf(beside)))
    const around = { own, before, after }
    found.set(text, { text, place, score: windowScore(around, weights) })
  }
  return [...found.values()].sort((a, b) => b.score - a.score || b.place.place - a.place.place)
}

function worthIn({ weight, scores }: Postings, common: ReadonlySet<number> | undefined, text: number): number {
  if (scores) return scores.get(text) ?? 0
  return common?.has(text) ? weight : 0
}

/** All texts that have a common term: to read them all takes less time than to ask for some hundred. */
function textsWith(sql: Statements, term: Term): ReadonlySet<number> {
  const rows = sql.rows<[number]>('SELECT rowid FROM texts WHERE texts MATCH ?', [termMatch(term)])
  return new Set(rows.map(([text]) => text))
}

/** The cast matters: FTS5 takes every row for one that is named by a number it does not know to be whole. */
function isSaid(sql: Statements, term: Term, text: number): boolean {
  return (
    sql.get('SELECT 1 FROM texts WHERE texts MATCH ? AND rowid = CAST(? AS INTEGER)', [termMatch(term), text]) !==
    undefined
  )
}

/** Of several rounds that say the same, the one that says most of it, and of those the one that was there first. */
function placeOf(sql: Statements, text: number, sessions: ReadonlySet<SessionId> | undefined): Place | undefined {
  const places = sql.all<Place>(
    'SELECT place, session_id, round, round_id FROM places WHERE text = ? ORDER BY length DESC, place',
    [text],
  )
  return sessions ? places.find((place) => sessions.has(place.session_id)) : places[0]
}

function textAt(sql: Statements, session: SessionId, round: number): number | undefined {
  return sql.get<{ text: number }>('SELECT text FROM places WHERE session_id = ? AND round = ? AND text IS NOT NULL', [
    session,
    round,
  ])?.text
}

/** The best of them, each round once. */
function chosen(
  sql: Statements,
  texts: readonly RankedText[],
  { without, limit }: { readonly without: readonly Term[]; readonly limit: number },
): readonly Hit[] {
  const hits = new Map<RoundId, Hit>()
  for (const { text, place, score } of texts) {
    if (hits.size === limit) break
    if (hits.has(place.round_id) || without.some((term) => isSaid(sql, term, text))) continue
    hits.set(place.round_id, { session: place.session_id, round: place.round, roundId: place.round_id, score })
  }
  return [...hits.values()]
}
