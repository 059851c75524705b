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

/** What is around each block when it is sent, in characters. */
export const BLOCK_CHARS = 100

/** What a picture costs, whatever is on it, in characters: about 1500 tokens. */
export const IMAGE_CHARS = 4500

/** Chinese, Japanese, Korean: a token for about every character. A text of one byte a character has none. */
const DENSE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g

/** What a character of those scripts counts. */
export const DENSEST = 3

/** The characters of a text as tokens are estimated from them. */
function countedChars(text: string): number {
  return text.length + (DENSEST - 1) * (text.match(DENSE)?.length ?? 0)
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

/**
 * How large a block is, in counted characters: the only place that says so. `hidden` is what is sent of thinking that is
 * not shown. What only the client itself knows counts for nothing.
 */
export function blockSize(kind: BlockKind, content: unknown, hidden = 0): number {
  if (kind === 'unknown') return 0
  return BLOCK_CHARS + (kind === 'image' ? IMAGE_CHARS : Math.max(hidden, countedIn(content)))
}

/** Every string inside a value, with what pictures cost. */
function countedIn(value: unknown): number {
  if (typeof value === 'string') return countedChars(value)
  if (typeof value !== 'object' || value === null) return 4
  let sum = 0
  if (Array.isArray(value)) for (const item of value) sum += countedIn(item)
  else if ('type' in value && value.type === 'image') return IMAGE_CHARS
  else for (const key in value) sum += key.length + countedIn(value[key as keyof typeof value])
  return sum
}
