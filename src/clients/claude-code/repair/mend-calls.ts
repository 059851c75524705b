import type { Mendable } from './mendable.ts'

/** New names by the old ones. */
export type Renames = ReadonlyMap<string, string>

interface DisambiguatedCalls<N extends Mendable> {
  readonly sent: readonly N[]
  /** By the place of the line. */
  readonly renames: ReadonlyMap<number, Renames>
}

/**
 * Gives every call that has the id of an earlier one an id of its own, its answer too, and the reply it is a part of
 * where that has the id of an earlier one: the client leaves out what has an id it saw before. `nodes` are all lines of
 * the session: an answer may be next to the path, and not have been found because an earlier one has its id.
 */
export function disambiguateCalls<N extends Mendable>(found: readonly N[], nodes: readonly N[]): DisambiguatedCalls<N> {
  const sent = withSpareAnswers(found, nodes)
  const taken = new Set(sent.flatMap((node) => [...node.calls, node.messageId ?? '']))
  const renames = new Map<number, Map<string, string>>()
  nameCalls()
  nameReplies()
  return { sent: sent.map((node) => renamed(node, renames.get(node.place))), renames }

  function nameCalls(): void {
    const calls = new Set<string>()
    const unanswered = new Map<string, string[]>()
    for (const node of sent) {
      for (const call of node.calls) {
        const name = calls.has(call) ? newName(call) : call
        calls.add(call)
        unanswered.set(call, [...(unanswered.get(call) ?? []), name])
        if (name !== call) rename(node, call, name)
      }
      for (const call of node.answers) {
        const name = unanswered.get(call)?.shift()
        if (name !== undefined && name !== call) rename(node, call, name)
      }
    }
  }

  /** A reply goes on until another one begins or a person speaks; after that, the same id means another reply. */
  function nameReplies(): void {
    const runs: N[][] = []
    for (const node of sent) {
      if (node.opens) runs.push([])
      else if (node.messageId !== undefined && node.messageId === runs.at(-1)?.[0]?.messageId) runs.at(-1)!.push(node)
      else if (node.messageId !== undefined) runs.push([node])
    }
    const replies = new Set<string>()
    for (const run of runs) {
      const id = run[0]?.messageId
      if (id === undefined) continue
      const isRepeated = replies.has(id) && run.some((node) => node.calls.some((call) => isRenamed(node, call)))
      replies.add(id)
      if (!isRepeated) continue
      const name = newName(id)
      for (const node of run) rename(node, id, name)
    }
  }

  function rename({ place }: N, name: string, to: string): void {
    renames.set(place, (renames.get(place) ?? new Map<string, string>()).set(name, to))
  }

  function isRenamed({ place }: N, name: string): boolean {
    return renames.get(place)?.has(name) === true
  }

  function newName(name: string): string {
    for (let number = 2; ; number++) {
      const other = `${name}_${number}`
      if (taken.has(other)) continue
      taken.add(other)
      return other
    }
  }
}

function renamed<N extends Mendable>(node: N, names: Renames | undefined): N {
  if (!names) return node
  const nameOf = (name: string) => names.get(name) ?? name
  return {
    ...node,
    calls: node.calls.map(nameOf),
    answers: node.answers.map(nameOf),
    messageId: node.messageId === undefined ? undefined : nameOf(node.messageId),
  }
}

/** Puts answers that are not sent after calls of the same id that have none, after the last line of their reply. */
function withSpareAnswers<N extends Mendable>(found: readonly N[], nodes: readonly N[]): readonly N[] {
  const seen = new Set<string>()
  const repeated = new Set(found.flatMap((node) => node.calls).filter((call) => seen.has(call) || !seen.add(call)))
  if (repeated.size === 0) return found
  const callers = placesBy(found, ({ calls }) => calls)
  const answered = placesBy(found, ({ answers }) => answers)
  const replies = placesBy(found, ({ messageId }) => [messageId])
  const sent = new Set(found.map((node) => node.place))
  const unsent = placesBy(nodes, (node) => (sent.has(node.place) ? [] : node.answers))
  const answersAfter = new Map<number, N[]>()
  for (const [at, node] of found.entries()) {
    for (const call of node.calls) {
      if (!repeated.has(call)) continue
      const places = callers.get(call)!
      const next = places[lastBefore(places, at + 1) + 1] ?? found.length
      if (answered.get(call)?.some((place) => place >= at && place < next)) continue
      const spare = takeSpare(call, node.place)
      if (!spare) continue
      const reply = replies.get(node.messageId)!
      const end = reply[lastBefore(reply, next)]!
      answersAfter.set(end, [spare, ...(answersAfter.get(end) ?? [])])
      for (const other of spare.answers) answered.set(other, [...(answered.get(other) ?? []), end])
    }
  }
  return found.flatMap((node, at) => [node, ...(answersAfter.get(at) ?? [])])

  /** The first answer after the call that is sent nowhere. */
  function takeSpare(call: string, from: number): N | undefined {
    const at = unsent.get(call)?.find((one) => nodes[one]!.place > from && !sent.has(nodes[one]!.place))
    if (at !== undefined) sent.add(nodes[at]!.place)
    return at === undefined ? undefined : nodes[at]
  }
}

/** Where in a list each of these keys is, in order. */
function placesBy<N, K>(list: readonly N[], keysOf: (item: N) => readonly K[]): Map<K, number[]> {
  const places = new Map<K, number[]>()
  for (const [at, item] of list.entries()) {
    for (const key of keysOf(item)) {
      const known = places.get(key)
      if (!known) places.set(key, [at])
      else if (known.at(-1) !== at) known.push(at)
    }
  }
  return places
}

/** The index of the last of these that is smaller, -1 where none is. */
function lastBefore(places: readonly number[], limit: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
