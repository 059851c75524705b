import { type Holder, isOwn } from '../../model/grant.ts'
import type { SessionId } from '../../model/id.ts'
import type { Store } from '../store.ts'

/** Whether nothing recorded of a session is of anybody but who holds a token; of one without commits nothing is. */
export async function isOwnSession(store: Store, holder: Holder, session: SessionId): Promise<boolean> {
  for await (const { principal } of store.listChain(session)) if (!isOwn(holder, principal)) return false
  return true
}
