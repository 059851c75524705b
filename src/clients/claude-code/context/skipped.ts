import type { ByteRange } from '../../../model/entry.ts'
import type { ClaudeEntry } from './entry.ts'

/** A line that the client skips, and the index of the record before it; -1 for none. */
export interface SkippedLine extends ByteRange {
  readonly before: number
}

/** Gives skipped lines to the last entry before them that is sent and not of Stet's own making, else to the first. */
export function attachSkipped(skipped: readonly SkippedLine[], sent: readonly ClaudeEntry[]): void {
  if (skipped.length === 0) return
  const own = sent.filter((entry) => entry.starts !== 'synthetic' && !entry.isAck).sort((a, b) => a.place - b.place)
  let nth = 0
  for (const { before, start, end } of skipped) {
    while (nth + 1 < own.length && own[nth + 1]!.place <= before) nth++
    const entry = own[nth]
    if (entry) entry.skipped = [...entry.skipped, { start, end }]
  }
}
