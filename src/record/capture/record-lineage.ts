import { type RoundId, type SessionId, splitSessionId } from '../../model/id.ts'
import type { LineageLink, SessionFacts } from '../../model/session.ts'
import { toUtc } from '../../model/time.ts'
import type { CaptureContext } from './capture-context.ts'

/** Anybody may have written the line: other words are no operation's name. */
const IS_NAME = /^[a-z][a-z-]{0,39}$/

/** Links a session to those it came from: as its first line says, or as the rounds it shares with others show. */
export async function recordLineage(
  context: CaptureContext,
  id: SessionId,
  { surgery: note }: Pick<SessionFacts, 'surgery'>,
): Promise<void> {
  if (!note || note.parents.length === 0) return linkForks(context, id)
  const kind = IS_NAME.test(note.kind) ? note.kind : 'surgery'
  const at = toUtc(note.at) ?? context.clock().toISOString()
  const parents = note.parents.filter((parent) => parent !== id)
  await context.store.link(parents.map((parent) => ({ child: id, parent, kind, at, detail: {} })))
}

/**
 * Recognises a client's own fork or copy: the same rounds, by their identity, in a session recorded before. The
 * session that shares most of them is the parent. One recorded later never is, whenever this one is looked at again:
 * else the two would be each other's parents.
 */
async function linkForks({ store, clock }: CaptureContext, session: SessionId): Promise<void> {
  const own = await store.listRounds(session)
  const ids = own.filter((row) => row.round > 0).map((row) => row.roundId as RoundId)
  if (ids.length === 0) return
  const shared = new Map<SessionId, number>()
  const { clientId } = splitSessionId(session) // generations of one session are told apart elsewhere
  for (const place of await store.findRounds(ids)) {
    if (place.session === session) break // they come in the order of the record
    if (splitSessionId(place.session).clientId !== clientId)
      shared.set(place.session, (shared.get(place.session) ?? 0) + 1)
  }
  const parent = [...shared].sort((a, b) => b[1] - a[1])[0]
  if (!parent) return
  const links: LineageLink[] = [
    { child: session, parent: parent[0], kind: 'fork', at: clock().toISOString(), detail: { rounds: parent[1] } },
  ]
  await store.link(links)
}
