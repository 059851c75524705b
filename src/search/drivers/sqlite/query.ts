import type { RoundId, SessionId } from '../../../model/id.ts'
import type { Query, Term } from '../../../record/indexing/query.ts'
import type { Hit, QueryOptions, Ranked } from '../../../record/indexing/search-index.ts'
import { beginningsOf, nearestWords } from '../../query/near-words.ts'
import { AFTER, BEFORE, windowScore } from '../../ranking/window-scores.ts'
import type { Statements } from './connection.ts'
import { termMatch } from './match.ts'
import { findPostings, type Postings, type Texts } from './postings.ts'

/** So many texts are looked at with their neighbours: those that say most by themselves. */
const CANDIDATES = 400
/** What more than this share of all texts says tells nothing compared with a rare word. */
const EVERYWHERE = 0.1
/** So many of the newest are looked at where nothing is rare. */
const NEWEST = 200

interface Place {
  readonly text: number
  readonly place: number
  readonly session_id: SessionId
  readonly round: number
  readonly round_id: RoundId
  /** What the rounds next to it say; null where there is none, or it says nothing. */
  readonly before: number | null
  readonly after: number | null
}

export function query(sql: Statements, asked: Query, { limit, sessions, weighsAll = false }: QueryOptions): Ranked {
  const texts: Texts = { all: rowCount(sql), allowed: sessions && textsOf(sql, sessions) }
  const instead: { typed: string; words: readonly string[] }[] = []
  const postings = asked.terms.map((typed) => {
    const term = prefixForms(sql, typed)
    const found = findPostings(sql, term, texts)
    const isMeantSo = typed.isPrefix || typed.isQuoted || term.forms.some((form) => form.includes(' '))
    if (found.scores?.size !== 0 || isMeantSo) return found
    const words = nearWords(sql, term.forms[0]!)
    if (words.length === 0) return found
    instead.push({ typed: term.typed, words })
    return findPostings(sql, { ...term, forms: words, literal: null }, texts)
  })
  const known = postings.filter(({ scores }) => scores?.size !== 0)
  if (known.length === 0 || postings.some(({ term, scores }) => term.isRequired && scores?.size === 0))
    return { hits: [], instead, isNewestFirst: false }
  const rare = known.filter(({ scores }) => scores !== undefined)
  const telling = known.filter(
    ({ term, share, scores }) => scores !== undefined || rare.length === 0 || share < EVERYWHERE || term.isRequired,
  )
  const candidates =
    rare.length > 0 ? bestOf(rare, weighsAll ? texts.all : CANDIDATES) : newestOf(sql, known, { sessions, limit })
  const hits = ranked(sql, { candidates, postings: telling, sessions })
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

/**
 * The texts in which the rare terms together are worth most, with those before and after them: texts of a session have
 * come one after the other, mostly. There may be many: only the best of them are sorted.
 */
function bestOf(rare: readonly Postings[], most: number): readonly number[] {
  const sums = rare.length === 1 ? rare[0]!.scores! : summed(rare)
  const seen = new Map<number, number>()
  for (const [text, score] of sums)
    seen.set(text, score + BEFORE * (sums.get(text - 1) ?? 0) + AFTER * (sums.get(text + 1) ?? 0))
  const least = Float64Array.from(seen.values()).sort().at(-most) ?? 0
  const best: [number, number][] = []
  for (const [text, score] of seen) if (score >= least) best.push([text, score])
  return best
    .sort(([a, scoreOfA], [b, scoreOfB]) => scoreOfB - scoreOfA || b - a)
    .slice(0, most)
    .map(([text]) => text)
}

function summed(rare: readonly Postings[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { scores } of rare) for (const [text, score] of scores!) sums.set(text, (sums.get(text) ?? 0) + score)
  return sums
}

/** The newest texts that have all of the common terms; where those are few, also those that have one. */
function newestOf(sql: Statements, common: readonly Postings[], { sessions, limit }: QueryOptions): readonly number[] {
  const allowed = sessions
    ? 'AND +rowid IN (SELECT text FROM places WHERE session_id IN (SELECT value FROM json_each(:sessions)))'
    : ''
  const newest = (match: string) =>
    sql
      .rows<[number]>(`SELECT rowid FROM texts WHERE texts MATCH :match ${allowed} ORDER BY rowid DESC LIMIT :newest`, {
        match,
        newest: Math.max(NEWEST, 4 * limit),
        ...inSessions(sessions),
      })
      .map(([text]) => text)
  const all = newest(common.map(({ term }) => termMatch(term)).join(' AND '))
  if (all.length >= limit || common.length === 1) return all
  return [...new Set([...all, ...common.flatMap(({ term }) => newest(termMatch(term)))])]
}

function inSessions(sessions: ReadonlySet<SessionId> | undefined): { readonly sessions?: string } {
  return sessions ? { sessions: JSON.stringify([...sessions]) } : {}
}

interface ToRank {
  readonly candidates: readonly number[]
  readonly postings: readonly Postings[]
  readonly sessions: ReadonlySet<SessionId> | undefined
}

interface RankedText {
  readonly place: Place
  readonly score: number
}

/** The candidates, each seen with its neighbours. */
function ranked(sql: Statements, { candidates, postings, sessions }: ToRank): readonly RankedText[] {
  const weights = postings.map(({ weight }) => weight)
  const places = placesOf(sql, candidates, sessions)
  const seen = new Set(places.flatMap(({ text, before, after }) => [text, before, after]).filter((one) => one !== null))
  const said = postings.map(({ term, scores }) => (scores ? undefined : saidIn(sql, term, seen)))
  const worth = new Map<number, readonly number[]>()
  const worthOf = (text: number) => {
    const known = worth.get(text) ?? postings.map((one, at) => worthIn(one, said[at], text))
    worth.set(text, known)
    return known
  }
  const isLacking = (own: readonly number[]) =>
    own.every((score) => score === 0) || postings.some(({ term }, at) => term.isRequired && own[at] === 0)
  const found: RankedText[] = []
  for (const place of places) {
    const own = worthOf(place.text)
    if (isLacking(own)) continue
    const before = place.before === null ? undefined : worthOf(place.before)
    const after = place.after === null ? undefined : worthOf(place.after)
    found.push({ place, score: windowScore({ own, before, after }, weights) })
  }
  return found.sort((a, b) => b.score - a.score || b.place.place - a.place.place)
}

function worthIn({ weight, scores }: Postings, said: ReadonlySet<number> | undefined, text: number): number {
  if (scores) return scores.get(text) ?? 0
  return said?.has(text) ? weight : 0
}

/**
 * Which of the texts have a common term. One pass over the term, filtered inside SQLite: to ask for each text takes far
 * longer, and so does to read all that have it. The plus keeps the filter from becoming such a question for each text.
 */
function saidIn(sql: Statements, term: Term, texts: ReadonlySet<number>): ReadonlySet<number> {
  const rows = sql.rows<[number]>(
    `SELECT rowid FROM texts WHERE texts MATCH :match AND +rowid IN (SELECT value FROM json_each(:texts))
     AND rowid BETWEEN (SELECT min(value) FROM json_each(:texts)) AND (SELECT max(value) FROM json_each(:texts))`,
    { match: termMatch(term), texts: JSON.stringify([...texts]) },
  )
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
function placesOf(
  sql: Statements,
  texts: readonly number[],
  sessions: ReadonlySet<SessionId> | undefined,
): readonly Place[] {
  const allowed = sessions ? 'AND +session_id IN (SELECT value FROM json_each(:sessions))' : ''
  return sql.all<Place>(
    `SELECT own.text, own.place, own.session_id, own.round, own.round_id, before.text AS before, after.text AS after
     FROM json_each(:texts) AS wanted
     CROSS JOIN places AS own ON own.place = (
       SELECT place FROM places WHERE text = wanted.value ${allowed} ORDER BY length DESC, place LIMIT 1
     )
     LEFT JOIN places AS before ON before.session_id = own.session_id AND before.round = own.round - 1
     LEFT JOIN places AS after ON after.session_id = own.session_id AND after.round = own.round + 1`,
    { texts: JSON.stringify(texts), ...inSessions(sessions) },
  )
}

/** The best of them, each round once. */
function chosen(
  sql: Statements,
  texts: readonly RankedText[],
  { without, limit }: { readonly without: readonly Term[]; readonly limit: number },
): readonly Hit[] {
  const hits = new Map<RoundId, Hit>()
  for (const { place, score } of texts) {
    if (hits.size === limit) break
    if (hits.has(place.round_id) || without.some((term) => isSaid(sql, term, place.text))) continue
    hits.set(place.round_id, { session: place.session_id, round: place.round, roundId: place.round_id, score })
  }
  return [...hits.values()]
}

/** Nobody waits for more to be compared. */
const MOST_LOOKED_AT = 20_000

/** Words of the index that are spelled nearly like one that is not there, the nearest first. */
function nearWords(sql: Statements, typed: string): readonly string[] {
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

/** FTS5 joins the lists of all words with a beginning before it gives the first row: of very many that takes seconds. */
const MOST_WORDS = 200

/** A term that may go on, as itself; where very many words begin so, as the first of them in the alphabet. */
function prefixForms(sql: Statements, term: Term): Term {
  const [beginning] = term.forms
  if (!term.isPrefix || beginning === undefined || beginning.includes(' ')) return term
  const words = sql
    .rows<[string]>('SELECT term FROM words WHERE term >= ? AND term < ? LIMIT ?', [
      beginning,
      `${beginning}\u{10ffff}`,
      MOST_WORDS,
    ])
    .map(([word]) => word)
  return words.length < MOST_WORDS ? term : { ...term, forms: words, isPrefix: false }
}

/** FTS5 keeps its totals in this row; the first number is how many rows it has. */
const TOTALS = 1

/** How many texts there are, without counting them. */
function rowCount(sql: Statements): number {
  const row = sql.get<{ block: Buffer }>('SELECT block FROM texts_data WHERE id = ?', [TOTALS])
  return row ? firstNumber(row.block) : 0
}

/** A number in SQLite's form: seven bits a byte, the highest first, and a bit that says whether more follow. */
function firstNumber(bytes: Buffer): number {
  let value = 0
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return value
  }
  return value
}
