import type { LineEdits } from '../model/line-edits.ts'
import type { OutlineLine } from '../model/outline.ts'

/** Whether some block of a line is still written. */
export function isLeft({ blocks }: OutlineLine, edits: LineEdits | undefined): boolean {
  return blocks.some((_, at) => edits?.blocks.get(at)?.kind !== 'remove')
}
