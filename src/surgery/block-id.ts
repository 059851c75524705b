import type { OutlineBlock, OutlineLine } from '../model/outline.ts'

/** `<session>:<round>:<ordinal>`, as the record names the block. */
export function blockIdOf(
  session: string,
  line: Pick<OutlineLine, 'round'>,
  block: Pick<OutlineBlock, 'ordinal'>,
): string {
  return `${session}:${line.round}:${block.ordinal}`
}
