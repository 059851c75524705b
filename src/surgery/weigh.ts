import type { Entry, EntryBlock } from '../model/entry.ts'
import type { BlockEdit, LineEdits } from '../model/line-edits.ts'
import {
  blockTokens,
  estimateTokens,
  noTokens,
  type TokenKind,
  type TokensByKind,
  tokenKindOf,
} from '../model/tokens.ts'
import type { Step } from './script.ts'

/** What is written costs. */
export function tokensOfSteps(steps: readonly Step[]): TokensByKind {
  const tokens = noTokens()
  for (const step of steps) {
    if (step.kind === 'say') tokens.synthetic += estimateTokens(step.text.length + (step.answer?.length ?? 0))
    else {
      addTokens(tokens, step.passage.tokens)
      for (const [line, edits] of step.edits) {
        addLine(tokens, line, -1)
        addLine(tokens, line, 1, edits)
      }
    }
  }
  return tokens
}

export function addTokens(tokens: Record<TokenKind, number>, more: TokensByKind): void {
  for (const kind in more) tokens[kind as TokenKind] += more[kind as TokenKind]
}

/** Tokens a line is likely to cost. */
export function tokensOfLine(line: Entry): number {
  return tokensOfEdited(line, undefined)
}

/** The same for a line that changes. */
export function tokensOfEdited({ blocks }: Entry, edits: LineEdits | undefined): number {
  return blocks.reduce((tokens, block, at) => tokens + weighBlock(block, edits?.blocks.get(at)), 0)
}

/** Adds what a line costs, or takes it away. */
export function addLine(tokens: Record<TokenKind, number>, { blocks }: Entry, times: 1 | -1, edits?: LineEdits): void {
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!
    tokens[tokenKindOf(block.kind)] += times * weighBlock(block, edits?.blocks.get(at))
  }
}

/** A block that changes is still one, with what stands around it; without its pictures it is only text. */
function weighBlock(block: EntryBlock, edit: BlockEdit | undefined): number {
  const { kind, chars, images } = block
  switch (edit?.kind) {
    case undefined:
      return blockTokens(kind, chars, images)
    case 'remove':
      return 0
    case 'text':
      return blockTokens('note', edit.text.length, 0)
    case 'cut':
      return edit.images === undefined
        ? blockTokens(kind, Math.min(chars, edit.keep + edit.notice.length), images)
        : blockTokens(kind, edit.keep + edit.notice.length + images * edit.images.length, 0)
    case 'strings':
      return blockTokens(kind, chars - savedOf(block.strings ?? [], edit), images)
    case 'images':
      return blockTokens('note', chars + Math.max(1, images) * edit.notice.length, 0)
  }
}

/** Characters that go with the ends of strings. */
function savedOf(strings: readonly number[], { keep, notices }: Extract<BlockEdit, { kind: 'strings' }>): number {
  return strings.reduce((saved, length) => {
    const notice = notices.get(length)
    return notice === undefined ? saved : saved + length - keep - notice.length
  }, 0)
}
