import type { ActivePath } from '../parser.ts'

/** What decides which rounds the client would send. */
export type Turning =
  | { readonly kind: 'round'; readonly round: number }
  | { readonly kind: 'compaction'; readonly round: number; readonly replaces: boolean }
  | { readonly kind: 'back'; readonly rounds: number }

/**
 * `r 3`, round 3 begins; `c 3 1`, a compaction during round 3 puts a history in the place of everything before (`c 3 0` keeps
 * what people said); `b 2`, the last two rounds are taken back.
 */
export function rowOf(turning: Turning): string {
  if (turning.kind === 'round') return `r ${turning.round}`
  return turning.kind === 'back' ? `b ${turning.rounds}` : `c ${turning.round} ${turning.replaces ? 1 : 0}`
}

/** The rounds of which something would be sent, other than through a compaction's own history. */
export function activePath(rows: readonly string[]): ActivePath {
  let active: number[] = []
  let cut: number | undefined
  for (const row of rows) {
    const [kind, number, replaces] = row.split(' ')
    const round = Number(number)
    if (kind === 'r') active.push(round)
    else if (kind === 'b') active = active.slice(0, Math.max(0, active.length - round))
    else if (replaces === '1') {
      active = active.includes(round) ? [round] : []
      cut = round
    }
  }
  return { leaf: null, rounds: active, cut: active.filter((round) => round === cut) }
}
