/** Rounds `from` to `to` of a session, which are here as `as` and the numbers after it. */
export interface OriginRange {
  readonly session: string
  readonly from: number
  readonly to: number
  readonly as: number
}

/** Where a round was first recorded. */
export interface Origin {
  readonly session: string
  readonly round: number
}

/** The origin of the round of this number, if it came from elsewhere. */
export function originOf(origins: readonly OriginRange[], number: number): Origin | undefined {
  for (const { session, from, to, as } of origins) {
    if (number >= as && number <= as + to - from) return { session, round: from + number - as }
  }
  return undefined
}

/** As few ranges as these make, by their numbers; of several that tell where a number comes from, the first counts. */
export function originRanges(told: readonly OriginRange[]): readonly OriginRange[] {
  const { cuts, tellers } = firstTold(told)
  const ranges: { session: string; from: number; to: number; as: number }[] = []
  for (const [at, teller] of tellers.entries()) {
    if (!teller) continue
    const as = cuts[at]!
    const from = teller.from + as - teller.as
    const to = from + cuts[at + 1]! - 1 - as
    const last = ranges.at(-1)
    if (last && last.session === teller.session && last.to + 1 === from && last.as + from - last.from === as)
      last.to = to
    else ranges.push({ session: teller.session, from, to, as })
  }
  return ranges
}

/** The numbers at which a range begins or ends, ascending, and the first range that tells of those from each to the next. */
function firstTold(told: readonly OriginRange[]) {
  const cuts = [...new Set(told.flatMap((range) => [range.as, endOf(range)]))].sort((a, b) => a - b)
  const places = new Map(cuts.map((cut, at) => [cut, at]))
  const tellers: (OriginRange | undefined)[] = cuts.map(() => undefined)
  const free = Int32Array.from(cuts.keys()) // the next place nobody has told of, itself or further on
  const freeFrom = (place: number) => {
    let at = place
    while (free[at] !== at) at = free[at] = free[free[at]!]!
    return at
  }
  for (const range of told) {
    const end = places.get(endOf(range))!
    for (let at = freeFrom(places.get(range.as)!); at < end; at = freeFrom(at)) {
      tellers[at] = range
      free[at] = at + 1
    }
  }
  return { cuts, tellers }
}

/** The number after its last. */
function endOf({ from, to, as }: OriginRange): number {
  return as + to - from + 1
}
