const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The shortest forms of these ids that still name one session each, at least as long as people are used to. */
export function sessionNames(ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map(ids.map((id) => [id, shortest(id, ids)]))
}

/** An id as it is said when only one session is spoken of. */
export function sessionName(id: string): string {
  return shortest(id, [id])
}

function shortest(id: string, all: readonly string[]): string {
  if (id.includes('~')) return id // a generation is named by its whole id
  for (let length = UUID.test(id) ? 8 : 14; length < id.length; length++) {
    const start = id.slice(0, length)
    const others = all.filter((other) => other !== id && other.startsWith(start) && !other.startsWith(`${id}~`))
    if (others.length === 0) return start
  }
  return id
}
