import type { EntryBlock } from '../model/entry.ts'

/** How a block begins, or what a call is about, on one line. */
export function gistOf({ begins }: Pick<EntryBlock, 'begins'>): string {
  return begins.replace(/\s+/g, ' ').trim()
}
