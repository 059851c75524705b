import type { Session } from '../model/session.ts'
import type { Query } from '../record/indexing/query.ts'
import type { Workspace } from '../record/workspace.ts'
import { byScore, type CloseHit, closeHits } from './close-hit.ts'
import type { Narrowed } from './filters.ts'
import { foldCopies } from './fold-copies.ts'
import { scanBlocks, TOOLS, UNINDEXED } from './scan-blocks.ts'

const MOST = 200

/** Rounds in which tools, or with `all` anything that is not indexed, say it. Copies of a round are found once. */
export async function unindexedHits(
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
export function mixed(said: readonly CloseHit[], scanned: readonly CloseHit[]): readonly CloseHit[] {
  if (scanned.length === 0) return said
  const known = new Set(said.map(({ roundId }) => roundId))
  const scale = (said[0]?.score ?? 1) / (scanned[0]?.score ?? 1)
  const others = scanned.filter(({ roundId }) => !known.has(roundId))
  return [...said, ...others.map((hit) => ({ ...hit, score: hit.score * scale }))].sort(byScore)
}
