import type { BlockDraft } from '../../model/block.ts'
import { blockSize } from '../../model/tokens.ts'
import type { RoundDraft } from './gathering.ts'
import { charsIn } from './strings-in.ts'

const PREVIEW = 120

/** A word that may go on: longer ones are kept, or nothing would be left of a text without blanks. */
const PART = /(?<![!-~])[!-~]{1,60}$/

/** How a text begins, on one line. A word is not cut: no rule knows a part of a secret. */
export function preview(text: string): string {
  const begins = text.slice(0, PREVIEW * 4)
  const line = begins.replace(/\s+/g, ' ').trim()
  const cut = line.slice(0, PREVIEW)
  const isWhole = line.length > PREVIEW ? line[PREVIEW] === ' ' : begins.length === text.length
  return (isWhole ? cut : cut.replace(PART, '')).trimEnd()
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
