import type { ActivePath } from '../parser.ts'

/** An entry of a session: a tree in which each names the one before it. In a round, or 0, is what somebody said. */
export interface Entry {
  readonly id: string
  readonly parent: string | null
  readonly round: number
  /** Of a compaction: the first entry before it that is still sent. */
  readonly keeps?: string
}

export function rowOf({ id, parent, round, keeps }: Entry): string {
  return JSON.stringify([id, parent, round, ...(keeps ? [keeps] : [])])
}

/** The client goes on from the last entry of the file: from there to the root, or to what the last compaction kept. */
export function activePath(rows: readonly string[]): ActivePath {
  const entries = rows.map((row): Entry => {
    const [id, parent, round, keeps] = JSON.parse(row)
    return { id, parent, round, keeps }
  })
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const leaf = entries.at(-1)?.id ?? null
  const rounds = new Set<number>()
  const seen = new Set<string>()
  let keeps: string | undefined
  let at = leaf
  while (at !== null && !seen.has(at)) {
    seen.add(at)
    const entry = known.get(at)
    if (!entry) break
    if (entry.round > 0) rounds.add(entry.round)
    const before = entry.parent === null ? undefined : known.get(entry.parent)
    if (entry.id === keeps)
      return { leaf, rounds: ascending(rounds), cut: before?.round === entry.round ? [entry.round] : [] }
    keeps ??= entry.keeps
    at = entry.parent
  }
  return { leaf, rounds: ascending(rounds), cut: [] }
}

function ascending(rounds: Iterable<number>): readonly number[] {
  return [...rounds].sort((a, b) => a - b)
}
