import type { SessionId } from '../model/id.ts'
import { originOf } from '../model/origins.ts'
import type { RoundRow, Session } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'
import type { CloseHit } from './close-hit.ts'

/**
 * Each round once. A round that Stet wrote for another client has a new id there: it is the round that its session says it came
 * from, where that is among these sessions and was asked the same. The hits come the best first, and stay so.
 */
export async function foldCopies(
  { store }: Pick<Workspace, 'store'>,
  hits: readonly CloseHit[],
  sessions: ReadonlyMap<SessionId, Session>,
): Promise<readonly CloseHit[]> {
  const originals = await originalsOf(store, hits, sessions)
  const folded = new Map<string, CloseHit>()
  for (const hit of hits) {
    const id = originals.get(hit)?.roundId ?? hit.roundId
    const known = folded.get(id)
    if (!known) folded.set(id, hit)
    else if (known.roundId !== id && hit.roundId === id) folded.set(id, { ...hit, score: known.score })
  }
  return [...folded.values()]
}

/** The rounds that hits are copies of, as far as the record bears that out: a file from elsewhere may name any round. */
async function originalsOf(
  store: Workspace['store'],
  hits: readonly CloseHit[],
  sessions: ReadonlyMap<SessionId, Session>,
): Promise<ReadonlyMap<CloseHit, RoundRow>> {
  const places = new Map<CloseHit, { readonly session: SessionId; readonly round: number }>()
  for (const hit of hits) {
    const origin = originOf(sessions.get(hit.session)?.facts.surgery?.origins ?? [], hit.round)
    const session = origin && sessions.get(origin.session as SessionId)
    if (session) places.set(hit, { session: session.id, round: origin.round })
  }
  const rows = new Map<string, RoundRow>()
  for (const row of await store.readRounds([...places.values()])) rows.set(`${row.session}:${row.round}`, row)
  const originals = new Map<CloseHit, RoundRow>()
  for (const [hit, { session, round }] of places) {
    const row = rows.get(`${session}:${round}`)
    if (row && row.userPreview === hit.row?.userPreview) originals.set(hit, row)
  }
  return originals
}
