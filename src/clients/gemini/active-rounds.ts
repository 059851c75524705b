import type { ActivePath } from '../parser.ts'

/**
 * What decides which rounds the client would send: `r 3`, round 3 begins; `s 1,2`, what is sent was put together anew, of
 * these rounds; `c 3`, round 3 goes on though what was sent of it before is not; `b 2`, round 2 and all after it are taken
 * back.
 */
export type Turning = `${'r' | 'c' | 'b'} ${number}` | `s ${string}`

export function activePath(rows: readonly string[]): ActivePath {
  let active: number[] = []
  let cut: number | undefined
  for (const row of rows) {
    const [letter, numbers = ''] = row.split(' ')
    const rounds = numbers.split(',').filter(Boolean).map(Number)
    if (letter === 's') active = rounds
    else if (letter === 'b') active = active.slice(0, Math.max(0, active.indexOf(rounds[0]!)))
    else if (letter === 'r' || letter === 'c') active.push(rounds[0]!)
    if (letter === 'c') cut = rounds[0]
  }
  return { leaf: null, rounds: active, cut: active.filter((round) => round === cut) }
}
