import type { Entry, EntryBlock } from '../model/entry.ts'
import type { BlockEdit, LineEdits } from '../model/line-edits.ts'
import {
  BLOCK_CHARS,
  DENSEST,
  estimateTokens,
  IMAGE_CHARS,
  noTokens,
  TOKEN_KINDS,
  type TokenKind,
  type TokensByKind,
  tokenKindOf,
} from '../model/tokens.ts'
import type { Passage } from './passage.ts'
import type { Step } from './step.ts'

/** What is written costs. */
export function tokensOfSteps(steps: readonly Step[]): TokensByKind {
  const tokens = noTokens()
  for (const step of steps) {
    if (step.kind === 'say') tokens.synthetic += estimateTokens(step.text.length + (step.answer?.length ?? 0))
    else {
      const { charsAToken } = step.passage
      addTokens(tokens, step.passage.tokens)
      for (const [line, edits] of step.edits) {
        addLine(tokens, line, -charsAToken)
        addLine(tokens, line, charsAToken, edits)
      }
    }
  }
  return tokens
}

/** What the lines of a context are estimated at. */
export function tokensIn(parts: readonly Pick<Passage, 'tokens'>[]): TokensByKind {
  const tokens = noTokens()
  for (const part of parts) addTokens(tokens, part.tokens)
  return tokens
}

export function total(tokens: TokensByKind): number {
  return TOKEN_KINDS.reduce((all, kind) => all + tokens[kind], 0)
}

function addTokens(tokens: Record<TokenKind, number>, more: TokensByKind): void {
  for (const kind in more) tokens[kind as TokenKind] += more[kind as TokenKind]
}

/** Tokens a line is likely to cost, also one that changes. */
export function tokensOfLine({ blocks }: Entry, charsAToken: number, edits?: LineEdits): number {
  return blocks.reduce((size, block, at) => size + sizeOf(block, edits?.blocks.get(at)), 0) / charsAToken
}

/** Adds what a line costs; with a negative measure it is taken away. */
export function addLine(
  tokens: Record<TokenKind, number>,
  { blocks }: Entry,
  charsAToken: number,
  edits?: LineEdits,
): void {
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!
    tokens[tokenKindOf(block.kind)] += sizeOf(block, edits?.blocks.get(at)) / charsAToken
  }
}

/** A block that changes is still one, with what is around it; without its pictures it is only text. */
function sizeOf(block: EntryBlock, edit: BlockEdit | undefined): number {
  const { kind, chars, images, size } = block
  const pictures = (kind === 'image' ? 1 : images) * IMAGE_CHARS
  const textSize = size - BLOCK_CHARS - pictures
  const sizeAChar = chars === 0 ? 1 : Math.min(DENSEST, Math.max(1, textSize / chars))
  switch (edit?.kind) {
    case undefined:
      return size
    case 'remove':
      return 0
    case 'text':
      return BLOCK_CHARS + edit.text.length
    case 'cut': {
      const left = Math.min(size, size - (chars - edit.keep) * sizeAChar + edit.notice.length)
      return edit.images === undefined ? left : left - pictures + images * edit.images.length
    }
    case 'strings':
      return size - savedOf(block.strings ?? [], edit) * sizeAChar
    case 'images':
      return size - pictures + Math.max(1, images) * edit.notice.length
  }
}

/** Characters that go with the ends of strings. */
function savedOf(strings: readonly number[], { keep, notices }: Extract<BlockEdit, { kind: 'strings' }>): number {
  return strings.reduce((saved, length) => {
    const notice = notices.get(length)
    return notice === undefined ? saved : saved + length - keep - notice.length
  }, 0)
}
