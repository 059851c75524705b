import { OPERATIONS } from '../../model/plan.ts'
import type { Session } from '../../model/session.ts'

const OPERATION = new RegExp(`^(?:${OPERATIONS.join('|')}) of `)

/** The title a session was cut from, without the operation that cut it. */
export function withoutOperation(title: string): string {
  return title.replace(OPERATION, '')
}

/**
 * A session's title for lists; one that an operation wrote says so, also where its client has no titles of its own. Where
 * it has none, because nobody speaks in it yet, its `source` lends its own.
 */
export function titled({ facts: { title: own, surgery } }: Session, source?: Session): string | null {
  const title = own ?? source?.facts.title ?? null
  if (title === null || !surgery || own?.match(OPERATION)) return title
  return `${surgery.kind} of ${withoutOperation(title)}`
}
