import type { Session, SessionFacts } from '../../model/session.ts'

/** A title that names an operation; where sessions were cut of cuts, any of them will do. */
const SAYS_SO = /^[a-z]+(?:-[a-z]+)* of /

/** The title a session was cut from, without the operation that cut it. */
export function withoutOperation({ title, surgery }: Pick<SessionFacts, 'title' | 'surgery'>): string | null {
  return title !== null && surgery && title.startsWith(prefixOf(surgery))
    ? title.slice(prefixOf(surgery).length)
    : title
}

/**
 * A session's title for lists; one that an operation wrote says so, also where its client has no titles of its own. Where
 * it has none, because nobody speaks in it yet, its `source` lends its own.
 */
export function titled({ facts: { title: own, surgery } }: Session, source?: Session): string | null {
  if (!surgery) return own ?? source?.facts.title ?? null
  const title = own ?? (source ? withoutOperation(source.facts) : null)
  return title === null || (own !== null && SAYS_SO.test(own)) ? title : `${prefixOf(surgery)}${title}`
}

function prefixOf({ kind }: NonNullable<SessionFacts['surgery']>): string {
  return `${kind} of `
}
