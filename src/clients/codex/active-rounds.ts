import type { ActivePath } from '../parser.ts'

/**
 * What decides which rounds the client would send: `r 3`, round 3 begins; `c 3 1`, a compaction during round 3 puts a
 * history in the place of everything before (`c 3 0` keeps what people said); `b 2`, the last two rounds are taken back.
 */
export type Turning =
  | { readonly kind: 'round'; readonly round: number }
  | { readonly kind: 'compaction'; readonly round: number; readonly replaces: boolean }
  | { readonly kind: 'back'; readonly rounds: number }

export function encodeTurnings(turnings: readonly Turning[]): Buffer | undefined {
  if (turnings.length === 0) return undefined
  return Buffer.from(turnings.map((turning) => `${rowOf(turning)}\n`).join(''))
}

function rowOf(turning: Turning): string {
  if (turning.kind === 'round') return `r ${turning.round}`
  return turning.kind === 'back' ? `b ${turning.rounds}` : `c ${turning.round} ${turning.replaces ? 1 : 0}`
}

function decodeTurnings(bytes: Uint8Array): readonly Turning[] {
  return Buffer.from(bytes)
    .toString('latin1')
    .split('\n')
    .filter(Boolean)
    .map((row) => {
      const [kind, first, second] = row.split(' ')
      if (kind === 'r') return { kind: 'round', round: Number(first) }
      if (kind === 'b') return { kind: 'back', rounds: Number(first) }
      return { kind: 'compaction', round: Number(first), replaces: second === '1' }
    })
}

/** Stretches are given the last in the file first. */
export async function findActivePath(graphs: () => AsyncIterable<Uint8Array>): Promise<ActivePath> {
  const stretches: (readonly Turning[])[] = []
  for await (const graph of graphs()) stretches.unshift(decodeTurnings(graph))
  return { leaf: null, ...activeRounds(stretches.flat()) }
}

/** Turnings are the same text however they were cut into stretches. */
export function turningsText(graph: Uint8Array): string {
  return Buffer.from(graph).toString('latin1')
}

/** The rounds of which something would be sent, other than through a compaction's own history. */
function activeRounds(turnings: readonly Turning[]): Pick<ActivePath, 'rounds' | 'cut'> {
  let active: number[] = []
  let cut: number | undefined
  for (const turning of turnings) {
    if (turning.kind === 'round') active.push(turning.round)
    else if (turning.kind === 'back') active = active.slice(0, Math.max(0, active.length - turning.rounds))
    else if (turning.replaces) {
      active = active.includes(turning.round) ? [turning.round] : []
      cut = turning.round
    }
  }
  return { rounds: active, cut: active.filter((round) => round === cut) }
}
