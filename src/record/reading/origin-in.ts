import type { Session } from '../../model/session.ts'

/** The furthest session that one which Stet wrote was cut from, step by step; null for any other, or where none is listed. */
export function originIn(
  all: ReadonlyMap<string, Session>,
  session: Session,
  isListed: (id: string) => boolean,
): string | null {
  const seen = new Set<string>()
  let origin: string | null = null
  for (let at: Session | undefined = session; at?.facts.surgery && !seen.has(at.id); ) {
    seen.add(at.id)
    at = all.get(at.facts.surgery.parents[0] ?? '')
    if (at && at !== session && isListed(at.id)) origin = at.id
  }
  return origin
}
