import { shortId, splitSessionId } from '../../../model/id.ts'

/** What a list has to know of a session to name it. */
interface Named {
  readonly session: string
  /** Whether its id alone names it; where nothing is said, the newest generation of those listed is meant. */
  readonly current?: boolean
}

/**
 * The shortest forms of these ids that still name one session each, at least as long as people are used to. A generation
 * that a bare id does not mean is named by its number, the first of all with ~0.
 */
export function sessionNames(sessions: readonly Named[]): ReadonlyMap<string, string> {
  const newest = new Map<string, number>()
  for (const { session } of sessions) {
    const { clientId, generation } = splitSessionId(session)
    newest.set(clientId, Math.max(generation, newest.get(clientId) ?? 0))
  }
  const bases = [...newest.keys()].sort()
  const starts = new Map(bases.map((base, at) => [base, shortest(base, [bases[at - 1], bases[at + 1]])]))
  return new Map(
    sessions.map(({ session, current }) => {
      const { clientId, generation } = splitSessionId(session)
      const start = starts.get(clientId)!
      return [session, (current ?? generation === newest.get(clientId)) ? start : `${start}~${generation}`]
    }),
  )
}

/** Of sorted ids only the neighbours can begin the same way for longest. */
function shortest(id: string, neighbours: readonly (string | undefined)[]): string {
  const isOthers = (start: string) => neighbours.some((other) => other?.startsWith(start))
  let length = shortId(id).length
  while (length < id.length && isOthers(id.slice(0, length))) length++
  return id.slice(0, length)
}
