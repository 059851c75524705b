import type { OutlineBlock } from '../model/outline.ts'

/** How a block begins, or what a call is about, on one line. */
export function gistOf({ begins }: Pick<OutlineBlock, 'begins'>): string {
  return begins.replace(/\s+/g, ' ').trim()
}
