import type { ActivePath } from '../parser.ts'

/**
 * What decides which rounds the client would send: `r 3`, round 3 begins; `s 1,2`, what is sent was put together anew, of
 * these rounds; `c 3`, round 3 goes on though what was sent of it before is not; `b 2`, round 2 and all after it are taken
 * back.
 */
export type Turning =
  | { readonly kind: 'round' | 'rest' | 'back'; readonly round: number }
  | { readonly kind: 'set'; readonly rounds: readonly number[] }

const LETTERS = { round: 'r', rest: 'c', back: 'b' } as const

export function encodeTurnings(turnings: readonly Turning[]): Buffer | undefined {
  if (turnings.length === 0) return undefined
  return Buffer.from(turnings.map((turning) => `${rowOf(turning)}\n`).join(''))
}

function rowOf(turning: Turning): string {
  return turning.kind === 'set' ? `s ${turning.rounds.join(',')}` : `${LETTERS[turning.kind]} ${turning.round}`
}

/** Turnings are the same text however they were cut into stretches. */
export function turningsText(graph: Uint8Array): string {
  return Buffer.from(graph).toString('latin1')
}

/** Stretches are given the last in the file first. */
export async function findActivePath(graphs: () => AsyncIterable<Uint8Array>): Promise<ActivePath> {
  const stretches: string[] = []
  for await (const graph of graphs()) stretches.unshift(turningsText(graph))
  let active: number[] = []
  let cut: number | undefined
  for (const row of stretches.join('').split('\n')) {
    const [letter, numbers = ''] = row.split(' ')
    const rounds = numbers.split(',').filter(Boolean).map(Number)
    if (letter === 's') active = rounds
    else if (letter === 'b') active = active.slice(0, Math.max(0, active.indexOf(rounds[0]!)))
    else if (letter === 'r' || letter === 'c') active.push(rounds[0]!)
    if (letter === 'c') cut = rounds[0]
  }
  return { leaf: null, rounds: active, cut: active.filter((round) => round === cut) }
}
