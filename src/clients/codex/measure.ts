import type { BlockDraft } from '../../model/block.ts'
import type { RoundPatch } from '../../model/derived.ts'
import { blockSize } from '../../model/tokens.ts'

const PREVIEW = 120

type Counted = { -readonly [K in keyof RoundPatch]: RoundPatch[K] }

/** Adds what one block counts for its round; nobody said what surgery has the agent say. */
export function measure(patch: Counted, block: BlockDraft, isAck: boolean): void {
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

/** The characters of every string inside a value, pictures left out. */
export function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  let sum = 0
  if (Array.isArray(value)) for (const item of value) sum += charsIn(item)
  else for (const key in value) sum += key === 'source' ? 0 : key.length + charsIn(value[key as keyof typeof value])
  return sum
}

function preview(text: string): string {
  return text
    .slice(0, PREVIEW * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW)
}
