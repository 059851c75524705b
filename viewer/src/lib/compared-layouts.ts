import { type MapLayout, SEGMENTS } from '../../../src/read/map-layout.ts'
import type { Difference } from './types.ts'

const WIDTH = SEGMENTS.length

/** Two windows of which each has hatched what the other has not, round by round and kind by kind. */
export function comparedLayouts(a: MapLayout, b: MapLayout, { rounds }: Difference): { a: MapLayout; b: MapLayout } {
  const pairs = rounds.flatMap(({ a, b }) => (a && b ? [[a.round, b.round] as const] : []))
  const [inA, inB] = [sumsOf(a), sumsOf(b)]
  const told = rounds.reduce((sum, { b }) => sum + (b?.tokens ?? 0), 0)
  const drawn = rounds.reduce((sum, { b }) => sum + (b ? total(inB.get(b.round)) : 0), 0)
  if (drawn > 0 && told > 0)
    for (const sum of inB.values()) for (let kind = 0; kind < WIDTH; kind++) sum[kind]! *= told / drawn
  return {
    a: { ...a, gone: goneOf(a, inA, inB, new Map([[0, 0], ...pairs])) },
    b: { ...b, gone: goneOf(b, inB, inA, new Map([[0, 0], ...pairs.map(([from, to]) => [to, from] as const)])) },
  }
}

function total(sums: Float64Array | undefined): number {
  return sums?.reduce((sum, one) => sum + one, 0) ?? 0
}

/** Tokens of each kind in each round. */
function sumsOf({ length, rounds, kinds, starts }: MapLayout): ReadonlyMap<number, Float64Array> {
  const sums = new Map<number, Float64Array>()
  for (let at = 0; at < length; at++) {
    const round = rounds[at]!
    const sum = sums.get(round) ?? new Float64Array(WIDTH)
    sum[kinds[at]!]! += starts[at + 1]! - starts[at]!
    sums.set(round, sum)
  }
  return sums
}

const FIXED = SEGMENTS.indexOf('fixed')
/** What is left of rounding is no difference. */
const SLACK = 0.05

function goneOf(
  { length, rounds, kinds }: MapLayout,
  own: ReadonlyMap<number, Float64Array>,
  others: ReadonlyMap<number, Float64Array>,
  other: ReadonlyMap<number, number>,
): Float32Array {
  return Float32Array.from({ length }, (_, at) => {
    if (kinds[at] === FIXED) return 0 // the client's own, in both
    const round = other.get(rounds[at]!)
    const there = round === undefined ? 0 : (others.get(round)?.[kinds[at]!] ?? 0)
    const gone = 1 - there / own.get(rounds[at]!)![kinds[at]!]!
    return gone > SLACK ? gone : 0
  })
}
