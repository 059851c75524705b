import type { BlockDraft } from '../../model/block.ts'
import { blockSize } from '../../model/tokens.ts'
import type { RoundDraft } from './gathering.ts'
import { charsIn } from './strings-in.ts'

const PREVIEW = 120

/** How a text begins, on one line. */
export function preview(text: string): string {
  return text
    .slice(0, PREVIEW * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW)
}

/** Adds what one block counts for its round; nobody said what surgery has the agent say. */
export function measure(patch: RoundDraft, block: BlockDraft, isAck = false): void {
  patch.chars += blockSize(block.type, block.content)
  if (block.type === 'user-text' && patch.userPreview === '') patch.userPreview = preview(String(block.content))
  if (block.type === 'assistant-text' && patch.agentPreview === '' && !isAck)
    patch.agentPreview = preview(String(block.content))
  if (block.type === 'tool_use') patch.toolCount++
  if (block.type === 'thinking') {
    patch.thinkingCount++
    patch.thinkingChars += charsIn(block.content)
  }
}
