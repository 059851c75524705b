import type { ActivePath } from '../parser.ts'

/** An entry of a session: a tree in which each names the one before it. In a round, or 0, is what somebody said. */
export interface Entry {
  readonly id: string
  readonly parent: string | null
  readonly round: number
  /** Of a compaction: the first entry before it that is still sent. */
  readonly keeps?: string
}

export function encodeEntries(entries: readonly Entry[]): Buffer | undefined {
  if (entries.length === 0) return undefined
  const rows = entries.map(({ id, parent, round, keeps }) =>
    JSON.stringify([id, parent, round, ...(keeps ? [keeps] : [])]),
  )
  return Buffer.from(rows.map((row) => `${row}\n`).join(''))
}

/** Entries are the same text however they were cut into stretches. */
export function entriesText(graph: Uint8Array): string {
  return Buffer.from(graph).toString('utf8')
}

/** The client goes on from the last entry of the file; stretches are given the last in the file first. */
export async function findActivePath(graphs: () => AsyncIterable<Uint8Array>): Promise<ActivePath> {
  const known = new Map<string, Entry>()
  let leaf: string | null = null
  for await (const graph of graphs()) {
    for (const entry of decoded(graph).reverse()) {
      leaf ??= entry.id
      if (!known.has(entry.id)) known.set(entry.id, entry)
    }
  }
  return { leaf, ...roundsTo(known, leaf) }
}

function decoded(graph: Uint8Array): Entry[] {
  return entriesText(graph)
    .split('\n')
    .filter(Boolean)
    .map((row) => {
      const [id, parent, round, keeps] = JSON.parse(row)
      return { id, parent, round, keeps }
    })
}

/** From the leaf to the root, or to what the last compaction kept. */
function roundsTo(known: Map<string, Entry>, leaf: string | null): Pick<ActivePath, 'rounds' | 'cut'> {
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
      return { rounds: ascending(rounds), cut: before?.round === entry.round ? [entry.round] : [] }
    keeps ??= entry.keeps
    at = entry.parent
  }
  return { rounds: ascending(rounds), cut: [] }
}

function ascending(rounds: Iterable<number>): readonly number[] {
  return [...rounds].sort((a, b) => a - b)
}
