import type { Entry, EntryBlock } from '../model/entry.ts'

/** `<session>:<round>:<ordinal>`, as the record names the block. */
export function blockIdOf(session: string, line: Pick<Entry, 'round'>, block: Pick<EntryBlock, 'ordinal'>): string {
  return `${session}:${line.round}:${block.ordinal}`
}
