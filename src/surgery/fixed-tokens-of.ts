import { windowOf } from '../clients/window-of.ts'
import type { SessionId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import type { Store } from '../record/store.ts'

/** What is fixed leaves at least a third of the window: more is a file that begins in the middle of a session. */
const MOST = 2 / 3

/** No chain of operations is longer; one that names itself is damage. */
const LONGEST_CHAIN = 100

/**
 * Tokens of what is sent of a session and in no line of it; null where nobody knows. Of one that an operation wrote they
 * are those of the session it was cut from: the usage that its own lines begin with is of another context.
 */
export async function fixedTokensOf(store: Pick<Store, 'findSession'>, session: Session): Promise<number | null> {
  let first: Session | undefined = session
  for (let depth = 0; first?.facts.surgery && depth < LONGEST_CHAIN; depth++) {
    const [parent]: readonly string[] = first.facts.surgery.parents
    first = parent === undefined ? undefined : await store.findSession(parent as SessionId)
  }
  if (!first || first.facts.surgery || first.client !== session.client || first.facts.fixedTokens === null) return null
  return Math.min(first.facts.fixedTokens, Math.round(MOST * windowOf(first)))
}
