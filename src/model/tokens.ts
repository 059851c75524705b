import type { BlockKind } from './block.ts'

/**
 * Tokens a text of so many characters is likely to cost. An estimate: the vendors' tokenizers are not public.
 * The one place to replace when a better one is measured.
 */
export function estimateTokens(chars: number): number {
  return Math.ceil(chars / 4)
}

/** What a picture costs, whatever is on it. */
const IMAGE_TOKENS = 1500

/** What the blocks of a context cost, by what they are; `synthetic` is what Stet says itself. */
export type TokensByKind = Readonly<Record<TokenKind, number>>
export const TOKEN_KINDS = ['text', 'thinking', 'tool_use', 'tool_result', 'image', 'note', 'synthetic'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

export function noTokens(): Record<TokenKind, number> {
  return { text: 0, thinking: 0, tool_use: 0, tool_result: 0, image: 0, note: 0, synthetic: 0 }
}

export function tokenKindOf(kind: BlockKind): TokenKind {
  if (kind === 'user-text' || kind === 'assistant-text') return 'text'
  return kind === 'unknown' ? 'note' : kind
}

/** Tokens a whole block is likely to cost; `images` are those inside a result. */
export function blockTokens(kind: BlockKind, chars: number, images: number): number {
  return estimateTokens(chars) + (kind === 'image' ? 1 : images) * IMAGE_TOKENS
}
