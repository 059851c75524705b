import type { SessionId } from '../model/id.ts'
import type { RoundRow } from '../model/session.ts'
import type { Excerpt, Hit } from '../record/indexing/search-index.ts'
import type { Workspace } from '../record/workspace.ts'
import type { Narrowed } from './filters.ts'

/** A round that was found, with what the record knows of it. */
export interface CloseHit extends Hit {
  readonly row: RoundRow | undefined
  /** Given where it was not found by what was said in it. */
  readonly excerpt?: Excerpt
}

export const byScore = (a: CloseHit, b: CloseHit) => b.score - a.score
export const byTime = (a: CloseHit, b: CloseHit) => ((a.row?.started ?? '') < (b.row?.started ?? '') ? 1 : -1)

/** Those that pass the filters, with their rows, in the same order. */
export async function closeHits<H extends { readonly session: SessionId; readonly round: number }>(
  { store }: Workspace,
  hits: readonly H[],
  { accepts }: Narrowed,
): Promise<readonly (H & { readonly row: RoundRow | undefined })[]> {
  const key = ({ session, round }: { readonly session: SessionId; readonly round: number }) => `${session}:${round}`
  const rows = new Map((await store.readRounds(hits)).map((row) => [key(row), row]))
  return hits.map((hit) => ({ ...hit, row: rows.get(key(hit)) })).filter(({ row }) => accepts(row))
}
