import type { RoundId, SessionId } from '../model/id.ts'
import type { LineageLink } from '../model/session.ts'
import type { Workspace } from './workspace.ts'

/**
 * Recognises a client's own fork or copy: the same rounds, by their identity, in a session recorded before. The
 * session that shares most of them is the parent.
 */
export async function linkForks({ store, clock }: Workspace, session: SessionId): Promise<void> {
  const own = await store.listRounds(session)
  const ids = own.filter((row) => row.round > 0).map((row) => row.roundId as RoundId)
  if (ids.length === 0) return
  const shared = new Map<SessionId, number>()
  for (const place of await store.findRounds(ids)) {
    if (base(place.session) !== base(session)) shared.set(place.session, (shared.get(place.session) ?? 0) + 1)
  }
  const parent = [...shared].sort((a, b) => b[1] - a[1])[0]
  if (!parent) return
  const links: LineageLink[] = [
    { child: session, parent: parent[0], kind: 'fork', at: clock().toISOString(), detail: { rounds: parent[1] } },
  ]
  await store.link(links)
}

/** The client's own id: generations of one session are told apart elsewhere. */
function base(session: SessionId): string {
  return session.replace(/~\d+$/, '')
}
