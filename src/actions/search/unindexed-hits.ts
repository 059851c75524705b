import type { Session } from '../../model/session.ts'
import type { Query } from '../../search/query/query.ts'
import type { Workspace } from '../workspace.ts'
import { byScore, type CloseHit, closeHits } from './close-hit.ts'
import type { Narrowed } from './filters.ts'
import { scanBlocks, TOOLS, UNINDEXED } from './scan-blocks.ts'

const MOST = 200

/** Rounds in which tools, or with `all` anything that is not indexed, say it. Copies of a round are found once. */
export async function unindexedHits(
  workspace: Workspace,
  sessions: readonly Session[],
  { query, narrowed, where }: { readonly query: Query; readonly narrowed: Narrowed; readonly where: 'tools' | 'all' },
): Promise<readonly CloseHit[]> {
  if (query.terms.length === 0) return []
  const among = sessions.filter(({ id }) => !narrowed.sessions || narrowed.sessions.has(id))
  const scanned = await scanBlocks(workspace, among, { query, kinds: where === 'tools' ? TOOLS : UNINDEXED })
  const hits = new Map<string, CloseHit>()
  for (const hit of await closeHits(workspace, scanned, narrowed)) {
    if (hits.size === MOST) break
    if (hit.row && !hits.has(hit.row.roundId)) hits.set(hit.row.roundId, { ...hit, roundId: hit.row.roundId })
  }
  return [...hits.values()]
}

/** Hits of both kinds, each measured by the best of its kind. */
export function mixed(said: readonly CloseHit[], scanned: readonly CloseHit[]): readonly CloseHit[] {
  if (scanned.length === 0) return said
  const known = new Set(said.map(({ roundId }) => roundId))
  const scale = (said[0]?.score ?? 1) / (scanned[0]?.score ?? 1)
  const others = scanned.filter(({ roundId }) => !known.has(roundId))
  return [...said, ...others.map((hit) => ({ ...hit, score: hit.score * scale }))].sort(byScore)
}
