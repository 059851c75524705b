import type { BlockKind } from './block.ts'

/**
 * Counted characters that make a token, where a session's own usage does not tell (calibration.ts). Counted are the
 * characters of a block, those of scripts without spaces thrice, and what surrounds it; so counted, models differ
 * little. Measured on recorded usage: docs/tokens.md.
 */
export const CHARS_A_TOKEN = 3

/** Models that differ, by a part of their name. */
const BY_MODEL: readonly (readonly [part: string, chars: number])[] = [
  ['opus-4-5', 3.3],
  ['haiku-4-5', 2.7],
]

export function charsATokenOf(model: string | null): number {
  return BY_MODEL.find(([part]) => model?.includes(part))?.[1] ?? CHARS_A_TOKEN
}

/** Tokens that so many counted characters are likely to cost. An estimate: the vendors' tokenizers are not public. */
export function estimateTokens(chars: number, charsAToken = CHARS_A_TOKEN): number {
  return Math.ceil(chars / charsAToken)
}

/** What stands around each block when it is sent, in characters. */
export const BLOCK_CHARS = 100

/** What a picture costs, whatever is on it, in characters: about 1500 tokens. */
export const IMAGE_CHARS = 4500

/** Chinese, Japanese, Korean: a token for about every character. A text of one byte a character has none. */
const DENSE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g

/** The characters of a text as tokens are estimated from them. */
export function countedChars(text: string): number {
  return text.length + 2 * (text.match(DENSE)?.length ?? 0)
}

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
  return estimateTokens(chars + BLOCK_CHARS + (kind === 'image' ? 1 : images) * IMAGE_CHARS)
}
