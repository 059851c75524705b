import type { SessionId } from '../model/id.ts'
import type { RoundRow, Session } from '../model/session.ts'
import type { Query } from '../record/indexing/query.ts'
import type { Excerpt } from '../record/indexing/search-index.ts'
import type { Workspace } from '../record/workspace.ts'
import type { CloseHit } from './close-hit.ts'
import type { Narrowed } from './filters.ts'
import { placeOfTerm } from './place-of-term.ts'

/** Less of what is looked for is chance. */
const LEAST_SHARE = 0.7
const MOST_TITLES = 3

/** The first rounds of sessions whose titles say most of it, and that were not found by what was said. A copy has the title of its origin. */
export async function titleHits(
  { store }: Workspace,
  { query, narrowed, hits }: { readonly query: Query; readonly narrowed: Narrowed; readonly hits: readonly CloseHit[] },
): Promise<readonly CloseHit[]> {
  const known = new Set(hits.map(({ session }) => session))
  const isCopy = ({ surgery }: Session['facts']) => surgery?.parents.some((id) => narrowed.among.has(id as SessionId))
  const among = [...narrowed.among.values()].filter(({ id, facts }) => !known.has(id) && !isCopy(facts))
  const rounds = new Set(hits.map(({ roundId }) => roundId))
  const found: CloseHit[] = []
  for (const { session, share, excerpt } of titlesWith(among, query)) {
    if (found.length === MOST_TITLES) break
    const row = (await store.listRounds(session)).find(({ round }) => round > 0)
    if (!row || !narrowed.accepts(row) || rounds.has(row.roundId) || isPrompt(excerpt.text, row)) continue
    rounds.add(row.roundId)
    found.push({ session, round: row.round, roundId: row.roundId, score: share * (hits[0]?.score ?? 1), row, excerpt })
  }
  return found
}

interface TitleHit {
  readonly session: SessionId
  /** The share of what is looked for that the title has. */
  readonly share: number
  readonly excerpt: Excerpt
}

function titlesWith(sessions: readonly Session[], { terms }: Query): readonly TitleHit[] {
  if (terms.length === 0) return []
  return sessions.flatMap(({ id, facts: { title } }) => {
    if (title === null || title === undefined) return []
    const marks = terms.map((term) => placeOfTerm(title, term)).filter((mark) => mark !== undefined)
    const share = marks.length / terms.length
    if (share < LEAST_SHARE) return []
    return [{ session: id, share, excerpt: { text: title, marks: marks.sort(([a], [b]) => a - b) } }]
  })
}

/** A session without a title is called by its first prompt: that is found as what was said. */
function isPrompt(title: string, { userPreview }: RoundRow): boolean {
  const beginning = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 40)
  return beginning(userPreview) === beginning(title)
}
