import type { ByteRange } from '../../../model/entry.ts'
import { type ClaudeEntry, type CountedRecord, isEntry } from './entry.ts'

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

/** Gives queued words to the line after which the agent had them: the last one before it went on. */
export function attachQueued(records: readonly (ClaudeEntry | CountedRecord)[], sent: readonly ClaudeEntry[]): void {
  const places = new Map(sent.map((entry, at) => [entry, at]))
  for (const [place, queued] of records.entries()) {
    if (isEntry(queued) || queued.kind !== 'queued' || (queued.round ?? 0) <= 0) continue
    const next = records
      .slice(place)
      .find((one) => isEntry(one) && one.reply !== null && places.has(one)) as ClaudeEntry
    const entry = next && sent[places.get(next)! - 1]
    if (entry && entry.round === queued.round) entry.queued = [...(entry.queued ?? []), queued]
  }
}
