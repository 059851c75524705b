import { Failure } from '../model/errors.ts'
import type { SessionId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import type { Hit } from '../search/search.ts'
import { catchUpSearch } from './catch-up-search.ts'
import type { Workspace } from './workspace.ts'

const MOST_HITS = 50

export interface FoundRound {
  /** 1 is the best. */
  readonly rank: number
  /** What `inject` takes. */
  readonly ref: string
  readonly session: SessionId
  readonly title: string | null
  readonly round: number
  readonly round_id: string
  readonly started: string | null
  readonly engagement_id: string | null
  readonly snippet: string
}

export interface SearchOptions {
  /** At most this many rounds, and at most 50. */
  readonly limit?: number
  readonly session?: Session | undefined
}

export interface Found {
  readonly hits: readonly FoundRound[]
  /** Every session of the record, also where only one was looked at. */
  readonly sessions: readonly SessionId[]
}

/** The rounds in which people or the agent said all these words, the best first. */
export async function search(
  workspace: Workspace,
  words: string,
  { limit = 10, session }: SearchOptions = {},
): Promise<Found> {
  const { search: index } = workspace
  if (limit < 1 || limit > MOST_HITS) {
    throw new Failure('usage', `A search gives 1 to ${MOST_HITS} rounds, not ${limit}.`, {
      hint: `Write --limit ${MOST_HITS} for the most there are.`,
    })
  }
  const sessions = await catchUpSearch(workspace)
  const hits = (await index?.query(words, { limit, session: session?.id })) ?? []
  return { hits: await Promise.all(hits.map((hit, at) => toFound(workspace, hit, at + 1))), sessions }
}

async function toFound({ store }: Workspace, hit: Hit, rank: number): Promise<FoundRound> {
  const session = await store.findSession(hit.session)
  const row = (await store.listRounds(hit.session)).find(({ round }) => round === hit.round)
  return {
    rank,
    ref: `${session ? await nameOf(store, session) : hit.session}:${hit.round}`,
    session: hit.session,
    title: session?.facts.title ?? null,
    round: hit.round,
    round_id: hit.roundId,
    started: row?.started ?? null,
    engagement_id: row?.engagement ?? null,
    snippet: hit.snippet.replace(/\s+/g, ' ').trim(),
  }
}

/** A bare id means the newest generation; the first of several is named by its number too. */
async function nameOf(store: Workspace['store'], { id, client, clientId, generation }: Session): Promise<string> {
  if (generation > 0 || (await store.generations(client, clientId)).length === 1) return id
  return `${clientId}~0`
}
