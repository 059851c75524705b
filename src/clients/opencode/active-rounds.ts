import type { ActivePath } from '../parser.ts'

/** What stands in a list of rounds for a compaction: none of those before is sent any more. */
export const COMPACTED = 0

/** The rounds of a stretch, and compactions between them; a round of which the rest comes after one has a minus. */
export function encodeRounds(rounds: readonly number[]): Buffer | undefined {
  return rounds.length === 0 ? undefined : Buffer.from(rounds.map((round) => `${round}\n`).join(''))
}

/** Rounds are the same text however they were cut into stretches. */
export function roundsText(graph: Uint8Array): string {
  return Buffer.from(graph).toString('utf8')
}

/** Those since the last compaction; stretches are given the last in the file first. */
export async function findActivePath(graphs: () => AsyncIterable<Uint8Array>): Promise<ActivePath> {
  const since = await sinceCompaction(graphs)
  return { leaf: null, rounds: since.map(Math.abs), cut: since.filter((round) => round < 0).map(Math.abs) }
}

async function sinceCompaction(graphs: () => AsyncIterable<Uint8Array>): Promise<readonly number[]> {
  const since: number[] = []
  for await (const graph of graphs()) {
    for (const round of roundsText(graph).trimEnd().split('\n').map(Number).reverse()) {
      if (round === COMPACTED) return since.reverse()
      since.push(round)
    }
  }
  return since.reverse()
}
