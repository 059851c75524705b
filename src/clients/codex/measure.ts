import type { BlockDraft } from '../../model/block.ts'
import type { RoundPatch } from '../../model/derived.ts'

import { BLOCK_CHARS, countedChars, IMAGE_CHARS } from '../../model/tokens.ts'

const PREVIEW = 120

type Counted = { -readonly [K in keyof RoundPatch]: RoundPatch[K] }

/** Adds what one block counts for its round; nobody said what surgery has the agent say. */
export function measure(patch: Counted, block: BlockDraft, isAck: boolean): void {
  const size = charsIn(block.content)
  if (block.type === 'image') patch.chars += IMAGE_CHARS
  else if (block.type !== 'unknown') patch.chars += BLOCK_CHARS + charsIn(block.content, countedChars)
  if (block.type === 'user-text' && patch.userPreview === '') patch.userPreview = preview(String(block.content))
  if (block.type === 'assistant-text' && patch.agentPreview === '' && !isAck)
    patch.agentPreview = preview(String(block.content))
  if (block.type === 'tool_use') patch.toolCount++
  if (block.type === 'thinking') {
    patch.thinkingCount++
    patch.thinkingChars += size
  }
}

/** The characters of every string inside a value, pictures left out. */
export function charsIn(value: unknown, charsOf = (text: string) => text.length): number {
  if (typeof value === 'string') return charsOf(value)
  if (typeof value !== 'object' || value === null) return 4
  let sum = 0
  if (Array.isArray(value)) for (const item of value) sum += charsIn(item, charsOf)
  else
    for (const key in value)
      sum += key === 'source' ? 0 : key.length + charsIn(value[key as keyof typeof value], charsOf)
  return sum
}

function preview(text: string): string {
  return text
    .slice(0, PREVIEW * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW)
}
