import { Failure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import type { RoundRow, Session } from '../../model/session.ts'
import { mask } from '../../redaction/mask.ts'
import { datesNamed, nearness } from '../../search/query/dates-named.ts'
import { joinQueries, parseQuery } from '../../search/query/parse-query.ts'
import type { Query } from '../../search/query/query.ts'
import type { Excerpt, Hit, Ranked } from '../../search/search.ts'
import type { Workspace } from '../workspace.ts'
import { both, byMeaning, withoutModel } from './by-meaning.ts'
import { catchUpSearch } from './catch-up-search.ts'
import { type Narrowed, narrow, type SearchFilters } from './filters.ts'
import { scanBlocks, TOOLS, UNINDEXED } from './scan-blocks.ts'
import { titleHits } from './title-hits.ts'

const MOST_HITS = 50
/** So many are looked at closer: with their times, and whether they pass the filters. */
const CLOSER = 200
const MOST_CLOSER = 5000
const MOST_TITLES = 3
/** What a date in the question is worth beside a word of it. */
const DATE_WEIGHT = 5
/** The same where scores are standardised. */
const DATE_WEIGHT_FUSED = 0.6

export interface FoundRound {
  /** 1 is the best. */
  readonly rank: number
  /** What `inject` takes. */
  readonly ref: string
  readonly session: SessionId
  readonly client: string
  readonly title: string | null
  readonly round: number
  readonly round_id: string
  /** More is better. */
  readonly score: number
  readonly started: string | null
  readonly engagement_id: string | null
  readonly snippet: string
  /** Where the words are in the snippet, as [start, end). */
  readonly marks: Excerpt['marks']
}

export interface SearchOptions extends SearchFilters {
  /** At most this many rounds, and at most 50. */
  readonly limit?: number | undefined
  /** What was said, what tools got and gave, or everything. */
  readonly where?: SearchPlace | undefined
  /** By words, by meaning, or by both; both unless given, where a model is installed. */
  readonly mode?: SearchMode | undefined
}

export type SearchMode = 'text' | 'meaning' | 'both'

export type SearchPlace = 'text' | 'tools' | 'all'

export interface Found {
  /** What it was looked for by, in the end. */
  readonly mode: SearchMode
  readonly where: SearchPlace
  /** What a reader should know of how it was looked for, a sentence each. */
  readonly notes: readonly string[]
  readonly took_ms: number
  readonly hits: readonly FoundRound[]
  /** Words that nobody said, and what was looked for instead. */
  readonly instead: Ranked['instead']
  readonly newest_first: boolean
  /** Every session of the record, also where only some were looked at. */
  readonly sessions: readonly SessionId[]
}

/** The rounds that answer what a person typed, the best first. Of several texts each must hold. */
export async function search(
  workspace: Workspace,
  text: string | readonly string[],
  { limit = 10, where = 'text', mode, ...filters }: SearchOptions = {},
): Promise<Found> {
  checkLimit(limit)
  const began = performance.now()
  const sessions = await catchUpSearch(workspace)
  const texts = typeof text === 'string' ? [text] : text
  const query = joinQueries(texts.map(parseQuery))
  const narrowed = await narrow(workspace, sessions, filters)
  const question = texts.join(' ')
  const meant = mode === 'text' || where === 'tools' ? undefined : await byMeaning(workspace, question, narrowed)
  const said = where === 'tools' ? NOTHING : await closer(workspace, query, { limit, narrowed, question, meant })
  const scanned = where === 'text' ? [] : await scan(workspace, sessions, { query, narrowed, where })
  const found = { query, ...said, hits: mixed(said.hits, scanned) }
  const titled = await byTitle(workspace, sessions, { query, narrowed, hits: found.hits })
  const withTitles = [...found.hits, ...titled].sort(found.isNewestFirst ? () => 0 : byScore).slice(0, limit)
  const bySession = new Map(sessions.map((session) => [session.id, session]))
  const excerpts = (await workspace.search?.excerpts(found.query, withTitles)) ?? []
  const hits: FoundRound[] = []
  for (const [at, hit] of withTitles.entries()) {
    const session = bySession.get(hit.session)!
    const { text: snippet, marks } = await masked(hit.excerpt ?? excerpts[at] ?? { text: '', marks: [] })
    hits.push({
      rank: at + 1,
      ref: `${await nameOf(workspace.store, session)}:${hit.round}`,
      session: hit.session,
      client: session.client,
      title: session.facts.title === null ? null : (await mask(session.facts.title)).text,
      round: hit.round,
      round_id: hit.roundId,
      score: Math.round(hit.score * 1000) / 1000,
      started: hit.row?.started ?? null,
      engagement_id: hit.row?.engagement ?? null,
      snippet,
      marks,
    })
  }
  return {
    mode: meant === undefined ? 'text' : (mode ?? 'both'),
    where,
    notes: [
      ...(hits.some(({ snippet }) => snippet.includes('[masked:')) ? [MASKED] : []),
      ...(meant === undefined && mode !== undefined && mode !== 'text' ? [await withoutModel(workspace)] : []),
    ],
    took_ms: Math.round(performance.now() - began),
    hits,
    instead: found.instead,
    newest_first: found.isNewestFirst,
    sessions: sessions.map(({ id }) => id),
  }
}

interface CloseHit extends Hit {
  readonly row: RoundRow | undefined
  /** Given where it was not found by what was said in it. */
  readonly excerpt?: Excerpt
}

interface Looked {
  readonly limit: number
  readonly narrowed: Narrowed
  readonly question: string
  /** What meaning found; undefined without a model. */
  readonly meant: readonly Hit[] | undefined
}

/** The best rounds that pass the filters, those of a date in the question before others. */
async function closer(
  workspace: Workspace,
  query: Query,
  { limit, narrowed, question, meant }: Looked,
): Promise<Omit<Ranked, 'hits'> & { readonly hits: readonly CloseHit[]; readonly query: Query }> {
  const { search, store, clock } = workspace
  const dates = datesNamed(question, clock())
  const rows = new Map<SessionId, ReadonlyMap<number, RoundRow>>()
  for (let most = CLOSER; ; most = MOST_CLOSER) {
    const ranked = await search?.query(query, { limit: most, sessions: narrowed.sessions })
    if (!ranked) return { hits: [], instead: [], isNewestFirst: false, query }
    const hits: CloseHit[] = []
    for (const hit of meant ? both(ranked.hits, meant) : ranked.hits) {
      if (!rows.has(hit.session))
        rows.set(hit.session, new Map((await store.listRounds(hit.session)).map((row) => [row.round, row])))
      const row = rows.get(hit.session)!.get(hit.round)
      if (!narrowed.accepts(row)) continue
      const weight = meant ? DATE_WEIGHT_FUSED : DATE_WEIGHT
      hits.push({ ...hit, row, score: hit.score + weight * nearness(dates, row?.started ?? null) })
    }
    if (hits.length < limit && ranked.hits.length === most && most < MOST_CLOSER) continue
    const order = ranked.isNewestFirst ? byTime : byScore
    const instead = new Map(ranked.instead.map(({ typed, words }) => [typed, words]))
    const terms = query.terms.map((term) => ({ ...term, forms: instead.get(term.typed) ?? term.forms }))
    return { ...ranked, hits: hits.sort(order), query: { ...query, terms } }
  }
}

const MASKED = 'Secrets are masked here; `stet inject` with a reference gives the exact text.'

const NOTHING = { hits: [] as readonly CloseHit[], instead: [], isNewestFirst: false }

/** Rounds in which tools, or with `all` anything that is not indexed, say it. */
async function scan(
  workspace: Workspace,
  sessions: readonly Session[],
  { query, narrowed, where }: { readonly query: Query; readonly narrowed: Narrowed; readonly where: SearchPlace },
): Promise<readonly CloseHit[]> {
  if (query.terms.length === 0) return []
  const among = sessions.filter(({ id }) => !narrowed.sessions || narrowed.sessions.has(id))
  const kinds = where === 'tools' ? TOOLS : UNINDEXED
  const hits = new Map<string, CloseHit>()
  for (const { session, round, score, excerpt } of await scanBlocks(workspace, among, { query, kinds })) {
    if (hits.size === CLOSER) break
    const row = (await workspace.store.listRounds(session)).find((known) => known.round === round)
    if (!row || !narrowed.accepts(row) || hits.has(row.roundId)) continue
    hits.set(row.roundId, { session, round, roundId: row.roundId, score, row, excerpt })
  }
  return [...hits.values()]
}

/** Hits of both kinds, each measured by the best of its kind. */
function mixed(said: readonly CloseHit[], scanned: readonly CloseHit[]): readonly CloseHit[] {
  if (scanned.length === 0) return said
  const known = new Set(said.map(({ roundId }) => roundId))
  const scale = (said[0]?.score ?? 1) / (scanned[0]?.score ?? 1)
  const others = scanned.filter(({ roundId }) => !known.has(roundId))
  return [...said, ...others.map((hit) => ({ ...hit, score: hit.score * scale }))].sort(byScore)
}

const byScore = (a: CloseHit, b: CloseHit) => b.score - a.score
const byTime = (a: CloseHit, b: CloseHit) => ((a.row?.started ?? '') < (b.row?.started ?? '') ? 1 : -1)

/** The first rounds of sessions whose titles say it, and that were not found by what was said. */
async function byTitle(
  { store }: Workspace,
  sessions: readonly Session[],
  { query, narrowed, hits }: { readonly query: Query; readonly narrowed: Narrowed; readonly hits: readonly CloseHit[] },
): Promise<readonly CloseHit[]> {
  const known = new Set(hits.map(({ session }) => session))
  const among = sessions.filter(({ id }) => !known.has(id) && (!narrowed.sessions || narrowed.sessions.has(id)))
  const rounds = new Set(hits.map(({ roundId }) => roundId))
  const found: CloseHit[] = []
  for (const { session, share, excerpt } of titleHits(among, query)) {
    if (found.length === MOST_TITLES) break
    const row = (await store.listRounds(session)).find(({ round }) => round > 0)
    if (!row || !narrowed.accepts(row) || rounds.has(row.roundId) || isPrompt(excerpt.text, row)) continue
    rounds.add(row.roundId)
    found.push({ session, round: row.round, roundId: row.roundId, score: share * (hits[0]?.score ?? 1), row, excerpt })
  }
  return found
}

/** A session without a title is called by its first prompt: that is found as what was said. */
function isPrompt(title: string, { userPreview }: RoundRow): boolean {
  const beginning = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 40)
  return beginning(userPreview) === beginning(title)
}

/** A title may hold a secret that no index has masked. */
async function masked(excerpt: Excerpt): Promise<Excerpt> {
  const { text } = await mask(excerpt.text)
  return text === excerpt.text ? excerpt : { text, marks: [] }
}

function checkLimit(limit: number): void {
  if (limit >= 1 && limit <= MOST_HITS) return
  throw new Failure('usage', `A search gives 1 to ${MOST_HITS} rounds, not ${limit}.`, {
    hint: `Write --limit ${MOST_HITS} for the most there are.`,
  })
}

/** A bare id means the newest generation; the first of several is named by its number too. */
async function nameOf(store: Workspace['store'], { id, client, clientId, generation }: Session): Promise<string> {
  if (generation > 0 || (await store.generations(client, clientId)).length === 1) return id
  return `${clientId}~0`
}
