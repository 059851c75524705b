import { OPERATIONS } from '../../model/plan.ts'
import type { Session } from '../../model/session.ts'

const OPERATION = new RegExp(`^(?:${OPERATIONS.join('|')}) of `)

/** The title a session was cut from, without the operation that cut it. */
export function withoutOperation(title: string): string {
  return title.replace(OPERATION, '')
}

/** A session's title for lists; one that an operation wrote says so, also where its client has no titles of its own. */
export function titled({ facts: { title, surgery } }: Session): string | null {
  if (title === null || !surgery || OPERATION.test(title)) return title
  return `${surgery.kind} of ${title}`
}
