import type { Entries, Entry } from './entry.ts'

/**
 * The entries there were and those that were accepted since. One that nothing supersedes or ends stays as it is, to the byte;
 * one that is given again stands in its old place.
 */
export function mergeEntries(before: readonly Entry[], accepted: readonly Entry[]): readonly Entry[] {
  const merged = new Map(before.map((entry) => [entry.id, entry]))
  for (const entry of accepted) merged.set(entry.id, entry)
  return [...merged.values()]
}

/** What holds, and what does not any more: it has an end, or a later entry that took its place. */
export function entriesNow(entries: readonly Entry[], refused: Entries['refused'] = []): Entries {
  const superseded = new Set(entries.flatMap(({ id, supersedes = [] }) => supersedes.filter((one) => one !== id)))
  const isOver = ({ id, over }: Entry) => over !== undefined || superseded.has(id)
  return {
    current: entries.filter((entry) => !isOver(entry)),
    over: entries.filter(isOver),
    refused,
  }
}
