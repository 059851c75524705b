import type { SessionId } from '../../model/id.ts'
import type { Store } from '../store.ts'

/** The commit that holds the end of rounds; undefined where they are not there. */
export async function commitOfRound(
  store: Store,
  session: SessionId,
  rounds: readonly number[],
): Promise<string | undefined> {
  let end = 0
  for (const round of rounds) end = Math.max(end, (await store.listSpans(session, round)).at(-1)?.end ?? 0)
  if (end === 0) return undefined
  for await (const commit of store.listChain(session, end - 1)) return commit.id
  return undefined
}
