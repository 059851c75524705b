import type { Mendable } from './mendable.ts'

/** Puts answers that are not sent after calls of the same id that have none, after the last line of their reply. */
export function withSpareAnswers<N extends Mendable>(found: readonly N[], nodes: readonly N[]): readonly N[] {
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
