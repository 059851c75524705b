import { splitSessionId } from '../../model/id.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/**
 * The shortest forms of these ids that still name one session each, at least as long as people are used to. A bare id
 * means the newest generation of a session; the ones before it are named by number, the first of all with ~0.
 */
export function sessionNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const newest = new Map<string, number>()
  for (const id of ids) {
    const { clientId, generation } = splitSessionId(id)
    newest.set(clientId, Math.max(generation, newest.get(clientId) ?? 0))
  }
  const bases = [...newest.keys()].sort()
  const starts = new Map(bases.map((base, at) => [base, shortest(base, [bases[at - 1], bases[at + 1]])]))
  return new Map(
    ids.map((id) => {
      const { clientId, generation } = splitSessionId(id)
      const start = starts.get(clientId)!
      return [id, generation === newest.get(clientId) ? start : `${start}~${generation}`]
    }),
  )
}

/** An id as it is said when only one session is spoken of. */
export function sessionName(id: string): string {
  const { clientId, generation } = splitSessionId(id)
  const start = shortest(clientId, [])
  return generation === 0 ? start : `${start}~${generation}`
}

/** Of sorted ids only the neighbours can begin the same way for longest. */
function shortest(id: string, neighbours: readonly (string | undefined)[]): string {
  for (let length = UUID.test(id) ? 8 : 14; length < id.length - 2; length++) {
    const start = id.slice(0, length)
    if (!neighbours.some((other) => other?.startsWith(start))) return start
  }
  return id
}
