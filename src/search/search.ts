import { isOnlyPrompts } from '../clients/prompts/index.ts'
import { Failure } from '../model/errors.ts'
import type { SessionId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { catchUpSearch } from '../record/indexing/catch-up-search.ts'
import type { Query } from '../record/indexing/query.ts'
import type { Excerpt, Ranked } from '../record/indexing/search-index.ts'
import { refreshRunning } from '../record/naming/running-session.ts'
import { isMine } from '../record/naming/whose.ts'
import { originIn } from '../record/reading/origin-in.ts'
import type { Workspace } from '../record/workspace.ts'
import { mask } from '../redaction/mask.ts'
import { byMeaning, withoutModel } from './by-meaning.ts'
import { byScore, type CloseHit, closeHits } from './close-hit.ts'
import { type Narrowed, narrow, type SearchFilters } from './filters.ts'
import { foldCopies } from './fold-copies.ts'
import { joinQueries, parseQuery } from './query/parse-query.ts'
import { isSpeaker, saidBy } from './said-by.ts'
import { type SaidHits, saidHits } from './said-hits.ts'
import { scanBlocks, TOOLS, UNINDEXED } from './scan-blocks.ts'
import { titleHits } from './title-hits.ts'

const MOST_HITS = 50

export interface FoundRound {
  /** 1 is the best. */
  readonly rank: number
  /** What `inject` takes. */
  readonly ref: string
  readonly session: SessionId
  /** The first session that one was cut from, where Stet wrote it; null for any other. */
  readonly origin: string | null
  readonly client: string
  readonly title: string | null
  /** Only the prompts of the session are recorded: nothing tells what was answered. */
  readonly transcript_gone: boolean
  /** Who wrote the session's last commit down, and on which machine; null while it has none. */
  readonly principal: string | null
  readonly machine: string | null
  readonly mine: boolean
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
  { limit = 10, mode, role, ...given }: SearchOptions = {},
): Promise<Found> {
  checkLimit(limit)
  const { where: place = 'text', ...filters } = given
  const where = role === 'tool' ? 'tools' : place
  const speaker = role === 'user' || role === 'assistant' ? role : undefined
  const began = performance.now()
  await refreshRunning(workspace)
  const { sessions, behind } = await catchUpSearch(workspace)
  const texts = typeof text === 'string' ? [text] : text
  const query = joinQueries(texts.map(parseQuery))
  const narrowed = await narrow(workspace, sessions, isSpeaker(role) ? filters : { ...filters, role })
  const question = texts.join(' ')
  const meant = mode === 'text' || where === 'tools' ? undefined : await byMeaning(workspace, question, narrowed)
  const said =
    where === 'tools' ? NOTHING : await saidHits(workspace, query, { limit, narrowed, question, meant, mode })
  const scanned = where === 'text' ? [] : await unindexedHits(workspace, { query, narrowed, where })
  const found = { query, ...said, hits: mixed(said.hits, scanned) }
  const bySession = new Map(sessions.map((session) => [session.id, session]))
  const chosen = speaker
    ? await saidBy(workspace, found.hits, { speaker, query: found.query, sessions: bySession, limit })
    : [...found.hits, ...(await titleHits(workspace, { query, narrowed, hits: found.hits }))]
  const withTitles = [...chosen].sort(found.isNewestFirst ? () => 0 : byScore).slice(0, limit)
  const excerpts = (await workspace.search?.excerpts(found.query, withTitles)) ?? []
  const hits: FoundRound[] = []
  for (const [at, hit] of withTitles.entries()) {
    const session = bySession.get(hit.session)!
    const { text: snippet, marks } = await masked(hit.excerpt ?? excerpts[at] ?? { text: '', marks: [] })
    hits.push({
      rank: at + 1,
      ref: `${await nameOf(workspace.store, session)}:${hit.round}`,
      session: hit.session,
      origin: originIn(bySession, session, (id) => narrowed.among.has(id as SessionId)),
      client: session.client,
      title: session.facts.title === null ? null : (await mask(session.facts.title)).text,
      transcript_gone: isOnlyPrompts(session),
      principal: session.by?.principal ?? null,
      machine: session.by?.machine ?? null,
      mine: isMine(workspace, session),
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
      ...(behind > 0
        ? [`The search index cannot be written now: of ${behind} sessions what came last is not found.`]
        : []),
      ...(meant === undefined && mode !== undefined && mode !== 'text' ? [await withoutModel(workspace)] : []),
    ],
    took_ms: Math.round(performance.now() - began),
    hits,
    instead: found.instead,
    newest_first: found.isNewestFirst,
    sessions: sessions.map(({ id }) => id),
  }
}

const MASKED = 'Secrets are masked here; `stet inject` with a reference gives the exact text.'

const NOTHING: Omit<SaidHits, 'query'> = { hits: [], instead: [], isNewestFirst: false }

/** A title may hold a secret that no index has masked. */
async function masked(excerpt: Excerpt): Promise<Excerpt> {
  const { text } = await mask(excerpt.text)
  return text === excerpt.text ? excerpt : { text, marks: [] }
}

function checkLimit(limit: number): void {
  if (limit >= 1 && limit <= MOST_HITS) return
  throw new Failure('usage', `A search gives 1 to ${MOST_HITS} rounds, not ${limit}.`, {
    hint: `The largest is --limit ${MOST_HITS}.`,
  })
}

/** A bare id means the newest generation; the first of several is named by its number too. */
async function nameOf(store: Workspace['store'], { id, client, clientId, generation }: Session): Promise<string> {
  if (generation > 0 || (await store.generations(client, clientId)).length === 1) return id
  return `${clientId}~0`
}

const MOST = 200

/** Rounds in which tools, or with `all` anything that is not indexed, say it. Copies of a round are found once. */
async function unindexedHits(
  workspace: Workspace,
  { query, narrowed, where }: { readonly query: Query; readonly narrowed: Narrowed; readonly where: 'tools' | 'all' },
): Promise<readonly CloseHit[]> {
  if (query.terms.length === 0) return []
  const isCut = ({ facts }: Session) => Number(Boolean(facts.surgery))
  const among = [...narrowed.among.values()].sort((a, b) => isCut(a) - isCut(b)) // of equals the original is first
  const scanned = await scanBlocks(workspace, among, { query, kinds: where === 'tools' ? TOOLS : UNINDEXED })
  const close = await closeHits(workspace, scanned, narrowed)
  const hits = close.flatMap((hit) => (hit.row ? [{ ...hit, roundId: hit.row.roundId }] : []))
  return (await foldCopies(workspace, hits, narrowed.among)).slice(0, MOST)
}

/** Hits of both kinds, each measured by the best of its kind. */
function mixed(said: readonly CloseHit[], scanned: readonly CloseHit[]): readonly CloseHit[] {
  if (scanned.length === 0) return said
  const known = new Set(said.map(({ roundId }) => roundId))
  const scale = (said[0]?.score ?? 1) / (scanned[0]?.score ?? 1)
  const others = scanned.filter(({ roundId }) => !known.has(roundId))
  return [...said, ...others.map((hit) => ({ ...hit, score: hit.score * scale }))].sort(byScore)
}
