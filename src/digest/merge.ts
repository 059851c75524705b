import type { Entry } from './entry.ts'
import type { SessionState } from './state.ts'

/**
 * Two states as one. Entries of a round that both have are taken once, from the first; every other stays as it is, byte
 * for byte. Merging a state with itself gives it back, and of consecutive spans it does not matter which are merged first.
 */
export function merge(first: SessionState, second: SessionState): SessionState {
  const read = new Set(first.rounds.flatMap(([from, to]) => range(from, to)))
  const added = second.entries.filter((entry) => !read.has(entry.round))
  return {
    rounds: joined([...first.rounds, ...second.rounds]),
    entries: added.length === 0 ? first.entries : [...first.entries, ...added].sort(inOrder),
  }
}

function inOrder(a: Entry, b: Entry): number {
  return a.round - b.round || a.place - b.place
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

function joined(stretches: SessionState['rounds']): SessionState['rounds'] {
  const all: [number, number][] = []
  for (const [from, to] of [...stretches].sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
