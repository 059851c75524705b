import type { BlockDraft } from '../model/block.ts'
import type { Entry } from '../model/entry.ts'
import type { LineEdits } from '../model/line-edits.ts'
import { editBlocks } from './edit-blocks.ts'
import type { Step } from './step.ts'

/**
 * What of a line goes into a session of another client: what people and the agent said, calls with their results, and
 * pictures, in their order and as the plan shows them. Of what the client itself said only a compaction's summary
 * crosses. Thinking never does: it is signed or sealed for one vendor.
 */
export function crossing(
  blocks: readonly BlockDraft[],
  line: Entry,
  { edits, isSummary }: { readonly edits: LineEdits | undefined; readonly isSummary: boolean },
): readonly BlockDraft[] {
  let counted = 0
  const kept = blocks.map((block): BlockDraft => {
    if (block.aside) return block
    const isUnanswered = line.blocks[counted++]?.kind === 'unknown'
    if (isUnanswered) return { role: block.role, timestamp: block.timestamp, type: 'unknown', content: null }
    return block.bare === undefined ? block : { ...block, content: block.bare } // the words are a block of their own
  })
  return editBlocks(kept, edits?.blocks ?? new Map())
    .filter(({ type }) => type !== 'thinking' && type !== 'unknown' && (type !== 'note' || isSummary))
    .map((block) => {
      const call = edits?.renames?.get(block.tool_use_id ?? '')
      return call === undefined ? block : { ...block, tool_use_id: call }
    })
}

/** What does not cross, in words; nothing where all of the steps are of the target's own client. */
export function lostIn(steps: readonly Step[], isForeign: (session: string) => boolean): readonly string[] {
  let thinking = 0
  let notes = 0
  let unknown = 0
  let results = 0
  for (const step of steps) {
    if (step.kind === 'say' || !isForeign(step.session)) continue
    for (const line of step.passage.lines) {
      for (const [at, { kind }] of line.blocks.entries()) {
        if (step.edits.get(line)?.blocks.get(at)?.kind === 'remove') continue
        if (kind === 'thinking') thinking++
        else if (kind === 'note') notes++
        else if (kind === 'unknown') unknown++
        else if (kind === 'tool_result') results++
      }
    }
  }
  return [
    ...told(thinking, 'thinking', 'it is signed for the vendor that made it'),
    ...told(notes, 'notes of the client', 'but for the summary of a compaction'),
    ...told(unknown, 'blocks of other kinds', 'only their own client knows them'),
    ...told(results, 'results keep their text and pictures', 'that a call failed is said in the text'),
  ]
}

function told(count: number, what: string, why: string): readonly string[] {
  return count === 0 ? [] : [`${count} × ${what}: ${why}`]
}
