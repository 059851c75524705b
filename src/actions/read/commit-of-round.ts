import type { SessionId } from '../../model/id.ts'
import type { Store } from '../../store/store.ts'

/** The commit that holds the end of a round; undefined where the round is not there. */
export async function commitOfRound(store: Store, session: SessionId, round: number): Promise<string | undefined> {
  const last = (await store.listSpans(session, round)).at(-1)
  if (!last) return undefined
  for await (const commit of store.listChain(session, last.end - 1)) return commit.id
  return undefined
}
