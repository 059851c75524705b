import type { RoundId, SessionId } from '../../../model/id.ts'
import type { Query, Term } from '../../../record/indexing/query.ts'
import type { Hit, QueryOptions, Ranked } from '../../../record/indexing/search-index.ts'
import type { Sql } from '../../../system/postgres/connect.ts'
import { windowScore } from '../../ranking/window-scores.ts'
import { findPostings, nearWords, type Postings, type Texts, textsSaying } from './postings.ts'

/** So many texts are looked at with their neighbours: those that say most by themselves. */
const CANDIDATES = 400

interface Place {
  readonly text: number
  readonly place: number
  readonly session: SessionId
  readonly round: number
  readonly roundId: RoundId
  /** What the rounds next to it say; null where there is none, or it says nothing. */
  readonly before: number | null
  readonly after: number | null
}

interface RankedPlace {
  readonly place: Place
  readonly score: number
}

export async function query(sql: Sql, asked: Query, { limit, sessions }: QueryOptions): Promise<Ranked> {
  const [counted] = await sql<{ all: number }[]>`SELECT count(*) AS all FROM search_texts`
  const texts = { all: counted!.all, sessions }
  const instead: { typed: string; words: readonly string[] }[] = []
  const postings: Postings[] = []
  for (const term of asked.terms) {
    const found = await findPostings(sql, term, texts)
    const near = found.scores.size > 0 ? undefined : await findNear(sql, term, texts)
    if (near) instead.push({ typed: term.typed, words: near.term.forms })
    postings.push(near ?? found)
  }
  const nothing = { hits: [], instead, isNewestFirst: false }
  const known = postings.filter(({ scores }) => scores.size > 0)
  if (known.length === 0 || postings.some(({ term, scores }) => term.isRequired && scores.size === 0)) return nothing
  const places = await placesOf(sql, bestOf(known), sessions)
  const hits = chosen(ranked(places, known), await saying(sql, asked.without, places), limit)
  return { ...nothing, hits }
}

/** The same for words that are spelled nearly so; undefined where the word is meant as it is, or none is near. */
async function findNear(sql: Sql, term: Term, texts: Texts): Promise<Postings | undefined> {
  if (term.isPrefix || term.isQuoted || term.forms.some((form) => form.includes(' '))) return undefined
  const words = await nearWords(sql, term.forms[0]!)
  if (words.length === 0) return undefined
  const found = await findPostings(sql, { ...term, forms: words, literal: null }, texts)
  return found.scores.size > 0 ? found : undefined
}

/** The texts in which the terms together are worth most. */
function bestOf(postings: readonly Postings[]): readonly number[] {
  const sums = new Map<number, number>()
  for (const { scores } of postings) for (const [text, score] of scores) sums.set(text, (sums.get(text) ?? 0) + score)
  return [...sums]
    .sort(([a, ofA], [b, ofB]) => ofB - ofA || b - a)
    .slice(0, CANDIDATES)
    .map(([text]) => text)
}

/** Of several rounds that say the same, the one that says most of it, and of those the one that was there first. */
async function placesOf(
  sql: Sql,
  texts: readonly number[],
  sessions: ReadonlySet<SessionId> | undefined,
): Promise<readonly Place[]> {
  const allowed = sessions ? sql`AND session_id = ANY(${[...sessions]}::text[])` : sql``
  return sql<Place[]>`
    SELECT own.text, own.place, own.session_id AS session, own.round, own.round_id AS "roundId",
           before.text AS before, after.text AS after
      FROM (
        SELECT DISTINCT ON (text) * FROM search_places WHERE text = ANY(${texts as number[]}::bigint[]) ${allowed}
         ORDER BY text, length DESC, place
      ) AS own
      LEFT JOIN search_places AS before ON before.session_id = own.session_id AND before.round = own.round - 1
      LEFT JOIN search_places AS after ON after.session_id = own.session_id AND after.round = own.round + 1`
}

/** The places, each seen with its neighbours. */
function ranked(places: readonly Place[], postings: readonly Postings[]): readonly RankedPlace[] {
  const weights = postings.map(({ weight }) => weight)
  const worthOf = (text: number) => postings.map(({ scores }) => scores.get(text) ?? 0)
  const found: RankedPlace[] = []
  for (const place of places) {
    const own = worthOf(place.text)
    if (own.every((score) => score === 0) || postings.some(({ term }, at) => term.isRequired && own[at] === 0)) continue
    const before = place.before === null ? undefined : worthOf(place.before)
    const after = place.after === null ? undefined : worthOf(place.after)
    found.push({ place, score: windowScore({ own, before, after }, weights) })
  }
  return found.sort((a, b) => b.score - a.score || b.place.place - a.place.place)
}

/** The texts that say what is not wanted. */
async function saying(sql: Sql, terms: readonly Term[], places: readonly Place[]): Promise<ReadonlySet<number>> {
  const texts = places.map(({ text }) => text)
  const found = await Promise.all(terms.map((term) => textsSaying(sql, term, texts)))
  return new Set(found.flatMap((some) => [...some]))
}

/** The best of them, each round once. */
function chosen(places: readonly RankedPlace[], without: ReadonlySet<number>, limit: number): readonly Hit[] {
  const hits = new Map<RoundId, Hit>()
  for (const { place, score } of places) {
    if (hits.size === limit) break
    const { session, round, roundId, text } = place
    if (!hits.has(roundId) && !without.has(text)) hits.set(roundId, { session, round, roundId, score })
  }
  return [...hits.values()]
}
