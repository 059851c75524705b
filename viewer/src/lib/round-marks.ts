import { KINDS, kindId } from './kinds.ts'
import { numbersIn } from './ranges.ts'
import type { ContextWindow, Operated } from './types.ts'

/** What a preview makes of a round: less of it, a row of an index, or nothing. */
export type Fate = 'cut' | 'row' | 'out'

export function fatesOf({ sessions, from }: Operated): ReadonlyMap<number, Fate> {
  const found = new Map<number, Fate>()
  const [made] = sessions
  if (!made || sessions.length !== 1 || from.length !== 1) return found
  for (const round of numbersIn(made.cut_rounds)) found.set(round, 'cut')
  for (const round of numbersIn(made.indexed_rounds)) found.set(round, 'row')
  for (const ref of made.left_out)
    for (const round of numbersIn(ref.slice(ref.lastIndexOf(':') + 1))) found.set(round, 'out')
  return found
}

/** Rounds of which nothing is sent any more, not even a row of an index. */
export function unsentOf({ not_sent, parts }: ContextWindow): ReadonlySet<number> {
  const rows = new Set(parts.flatMap(({ rounds = [] }) => rounds))
  return new Set(not_sent.flatMap(({ round }) => (rows.has(round) ? [] : [round])))
}

/** Tokens by kind for each round, in the order of KINDS. */
export function sharesOf({ parts, kinds }: ContextWindow): ReadonlyMap<number, readonly number[]> {
  const places = kinds.map((kind) => KINDS.findIndex(({ id }) => id === kindId(kind)))
  const found = new Map<number, number[]>()
  for (const { round, blocks } of parts) {
    if (round === 0) continue
    const share = found.get(round) ?? KINDS.map(() => 0)
    for (const [kind, size] of blocks) share[places[kind]!]! += size
    found.set(round, share)
  }
  return found
}
