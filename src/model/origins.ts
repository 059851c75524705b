/** Rounds `from` to `to` of a session, which stand here as `as` and the numbers behind it. */
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

/** Joins numbers with their origins into as few ranges as they make. */
export function originRanges(numbered: readonly (readonly [number: number, origin: Origin])[]): readonly OriginRange[] {
  const ranges: { session: string; from: number; to: number; as: number }[] = []
  for (const [number, { session, round }] of [...numbered].sort((a, b) => a[0] - b[0])) {
    const last = ranges.at(-1)
    if (last && last.session === session && last.to + 1 === round && last.as + round - last.from === number)
      last.to = round
    else ranges.push({ session, from: round, to: round, as: number })
  }
  return ranges
}
