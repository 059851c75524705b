import type { Block } from '../model/block.ts'
import { callDescription, callTarget } from '../model/call-target.ts'
import type { Fidelity } from '../model/plan.ts'
import { contentText } from '../record/reading/block-text.ts'
import { isConversation, isFull } from '../surgery/fidelity.ts'
import { thinkingReference, toolResultSummary, toolUseSummary } from '../surgery/notices.ts'

/** As much as a gist is made of. */
const BEGINNING = 160

/** Blocks of a round as a fidelity shows them, for reading: the reader knows of which session. */
export function blocksAs(blocks: readonly Block[], fidelity: Fidelity, round: number): readonly Block[] {
  if (isFull(fidelity)) return blocks
  return blocks.flatMap((block) => {
    const content = contentAs(block, fidelity, round)
    return content === undefined ? [] : [{ ...block, content }]
  })
}

/** The content to show; undefined for none. */
function contentAs(block: Block, fidelity: Fidelity, round: number): unknown {
  if (isConversation(fidelity) && (block.type === 'note' || block.type === 'unknown')) return undefined
  if (block.type !== 'thinking' && block.type !== 'tool_use' && block.type !== 'tool_result' && block.type !== 'image')
    return block.content
  if (block.type === 'tool_result' && fidelity.tool_use === 'omit') return undefined // as nobody sees what was asked
  const form = fidelity[block.type]
  if (form === 'full') return fidelity.image === 'full' ? block.content : withoutImages(block.content)
  if (form === 'omit') return undefined
  const text = contentText(block.content)
  if (typeof form === 'object') return text.slice(0, form.head)
  if (block.type === 'thinking') return thinkingReference(text.length, String(round))
  return block.type === 'tool_use'
    ? toolUseSummary(callIn(block), String(round))
    : toolResultSummary({ chars: text.length, begins: text.slice(0, BEGINNING), ms: block.ms }, String(round))
}

function callIn({ name, content }: Block) {
  return { name, begins: callTarget(content), description: callDescription(content) }
}

function withoutImages(content: unknown): unknown {
  return Array.isArray(content) ? content.filter((part) => part?.type !== 'image') : content
}
