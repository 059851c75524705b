/** What a byte of a session's file belongs to: a round by its number, a side record, or something malformed. */
export type Owner = number

export const SIDE: Owner = -1
export const MALFORMED: Owner = -2

/** The bytes `[start, end)` of one owner. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly owner: Owner
}

/** Adds a span after the others, joining it with the last one where that is the same owner's. */
export function pushSpan(
  spans: { start: number; end: number; owner: Owner }[],
  start: number,
  end: number,
  owner: Owner,
): void {
  if (end <= start) return
  const last = spans.at(-1)
  if (last && last.end === start && last.owner === owner) last.end = end
  else spans.push({ start, end, owner })
}

/** The spans with `[start, end)` given to another owner, joined as if they had been added so. */
export function movedSpans(spans: readonly Span[], { start, end, owner }: Span): readonly Span[] {
  const moved: { start: number; end: number; owner: Owner }[] = []
  for (const span of spans) {
    pushSpan(moved, span.start, Math.min(span.end, start), span.owner)
    pushSpan(moved, Math.max(span.start, start), Math.min(span.end, end), owner)
    pushSpan(moved, Math.max(span.start, end), span.end, span.owner)
  }
  return moved
}

/** Says what is wrong when the spans do not cover `[0, bytes)` once each, or undefined. */
export function tilingFault(spans: readonly Span[], bytes: number): string | undefined {
  let at = 0
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    if (span.start !== at)
      return `bytes ${Math.min(at, span.start)} to ${Math.max(at, span.start)} have ${span.start > at ? 'no owner' : 'two owners'}`
    at = span.end
  }
  return at === bytes ? undefined : `spans end at ${at}, the record at ${bytes}`
}

/** Tells the round that owns a byte, for one offset after the other. */
export function ownersOf(spans: readonly Span[]): (offset: number) => number {
  let span = 0
  return (offset) => {
    while (span < spans.length - 1 && spans[span]!.end <= offset) span++
    return spans[span]?.owner ?? 0
  }
}
