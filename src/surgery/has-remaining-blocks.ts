import type { Entry } from '../model/entry.ts'
import type { LineEdits } from '../model/line-edits.ts'

/** Whether some block of a line is still written. */
export function hasRemainingBlocks({ blocks }: Entry, edits: LineEdits | undefined): boolean {
  return blocks.some((_, at) => edits?.blocks.get(at)?.kind !== 'remove')
}
