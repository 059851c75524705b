import type { Block } from '../model/block.ts'
import { callTarget } from '../model/call-target.ts'
import type { OutlineBlock } from '../model/outline.ts'
import type { Fidelity } from '../model/plan.ts'
import { isFull } from '../surgery/fidelity.ts'
import { thinkingReference, toolResultSummary, toolUseSummary } from '../surgery/notices.ts'
import { contentText } from './block-text.ts'

/** Blocks of a round as a fidelity shows them, for reading. */
export function blocksAs(blocks: readonly Block[], fidelity: Fidelity, round: number): readonly Block[] {
  if (isFull(fidelity)) return blocks
  return blocks.flatMap((block) => {
    const content = contentAs(block, fidelity, round)
    return content === undefined ? [] : [{ ...block, content }]
  })
}

/** The content to show; undefined for none. */
function contentAs(block: Block, fidelity: Fidelity, round: number): unknown {
  if (block.type !== 'thinking' && block.type !== 'tool_use' && block.type !== 'tool_result' && block.type !== 'image')
    return block.content
  const form = fidelity[block.type]
  if (form === 'full') return block.content
  if (form === 'omit') return undefined
  const text = contentText(block.content)
  if (typeof form === 'object') return text.slice(0, form.head)
  if (block.type === 'thinking') return thinkingReference(text.length, round)
  return block.type === 'tool_use'
    ? toolUseSummary(outlined(block, callTarget(block.content)), round)
    : toolResultSummary(outlined(block, text), round)
}

function outlined(block: Block, text: string): OutlineBlock {
  const preview = text.replace(/\s+/g, ' ').trim().slice(0, 160)
  return {
    ordinal: 0,
    kind: block.type,
    chars: text.length,
    preview,
    ending: '',
    ...(block.name !== undefined && { name: block.name }),
  }
}
