import type { Session } from '../../model/session.ts'
import { contextOf } from '../../surgery/preview.ts'
import type { Subject } from '../../surgery/subject.ts'

/**
 * Tokens in a session's window: what its last reply says and what was added since. Where the client counts apart from its
 * replies, what it counted last; where it does not count, an estimate.
 */
export function contextOfSession({ facts }: Session, { parts }: Pick<Subject, 'parts'>): number {
  const isCountedApart = facts.tokens > 0 && !parts.some(({ lines }) => lines.some(({ context }) => context > 0))
  return isCountedApart ? facts.tokens : Math.round(contextOf({ parts }))
}
