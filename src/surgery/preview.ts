import type { BlockEdit } from '../model/line-edits.ts'
import type { OutlineBlock, OutlineLine } from '../model/outline.ts'
import { rangeText } from '../model/range.ts'
import { estimateTokens, IMAGE_TOKENS } from '../model/tokens.ts'
import type { Script, Step } from './script.ts'
import { roundsOf, type Subject } from './subject.ts'

/** What the blocks of a context cost, by what they are. */
export type TokensByKind = Readonly<Record<TokenKind, number>>
const TOKEN_KINDS = ['text', 'thinking', 'tool_use', 'tool_result', 'image', 'note', 'synthetic'] as const
type TokenKind = (typeof TOKEN_KINDS)[number]

/** What an operation would change, before anything is written. */
export interface Preview {
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** What the blocks that go would have cost, less what stands for them. */
  readonly saved: number
  readonly before: TokensByKind
  readonly after: TokensByKind
  /** Up to where the client's prompt cache still holds, and what has to be read anew behind it. */
  readonly cache: { readonly kept: number; readonly reread: number; readonly breaksAtRound: number | null }
  /** Rounds of the sources that are not in the new context at all, by `<session>:<rounds>`. */
  readonly leftOut: readonly string[]
}

/** Weighs what is written against what the sources' clients would send. */
export function previewOf(script: Script, sources: readonly Subject[]): Preview {
  const original = sources.flatMap(linesOf)
  const before = zero()
  for (const line of original) weigh(before, line)
  const after = zero()
  for (const step of script.steps) weighStep(after, step)
  const tokensBefore = sources.reduce((total, source) => total + contextOf(source), 0)
  const estimated = total(before)
  const overhead = Math.max(0, tokensBefore - estimated)
  const scale = estimated === 0 ? 1 : Math.min(1, tokensBefore / estimated)
  const shared = sharedPrefix(script.steps, original)
  const tokensAfter = Math.round(overhead / sources.length + scale * total(after))
  const kept = shared.lines === 0 ? 0 : Math.round(overhead / sources.length + scale * shared.tokens)
  return {
    tokensBefore: Math.round(tokensBefore),
    tokensAfter,
    saved: estimated - total(after),
    before,
    after,
    cache: {
      kept: Math.min(kept, tokensAfter),
      reread: Math.max(0, tokensAfter - kept),
      breaksAtRound: original[shared.lines]?.round ?? null,
    },
    leftOut: sources.flatMap((source) => leftOutOf(source, script)),
  }
}

/** Tokens in the window behind the last line: what the last reply's usage says, and what was added since. */
export function contextOf(subject: Subject): number {
  const lines = linesOf(subject)
  const last = lines.findLastIndex((line) => line.context > 0)
  const added = lines.slice(last + 1).filter((line) => last === -1 || line.reply !== lines[last]!.reply)
  return (last === -1 ? 0 : lines[last]!.context) + added.reduce((tokens, line) => tokens + tokensOfLine(line), 0)
}

function linesOf({ parts }: Subject): readonly OutlineLine[] {
  const lines: OutlineLine[] = []
  for (const part of parts) for (const line of part.lines) lines.push(line)
  return lines
}

/** Tokens a line is likely to cost. */
export function tokensOfLine(line: OutlineLine): number {
  return line.blocks.reduce((tokens, block) => tokens + weighBlock(block, undefined), 0)
}

type Weighed = Record<TokenKind, number>

function weigh(tokens: Weighed, line: OutlineLine, edits?: ReadonlyMap<number, BlockEdit>): void {
  for (let at = 0; at < line.blocks.length; at++) {
    const block = line.blocks[at]!
    tokens[tokenKindOf(block)] += weighBlock(block, edits?.get(at))
  }
}

function weighStep(tokens: Weighed, step: Step): void {
  if (step.kind === 'line') weigh(tokens, step.line, step.edits?.blocks)
  else if (step.kind === 'say') tokens.synthetic += estimateTokens(step.text.length + (step.answer?.length ?? 0))
}

function weighBlock(block: OutlineBlock, edit: BlockEdit | undefined): number {
  const images = (block.kind === 'image' ? 1 : block.images) * IMAGE_TOKENS
  switch (edit?.kind) {
    case undefined:
      return estimateTokens(block.chars) + images
    case 'remove':
      return 0
    case 'text':
      return estimateTokens(edit.text.length)
    case 'cut':
      return estimateTokens(Math.min(block.chars, edit.keep + edit.notice.length)) + images
    case 'images':
      return estimateTokens(block.chars + edit.notice.length)
  }
}

function tokenKindOf({ kind }: OutlineBlock): TokenKind {
  if (kind === 'user-text' || kind === 'assistant-text') return 'text'
  return kind === 'unknown' ? 'note' : kind
}

/** The lines at the beginning that stay as they are: as far as the client's cache reaches. */
function sharedPrefix(steps: readonly Step[], original: readonly OutlineLine[]) {
  let lines = 0
  for (const step of steps) {
    const isSame = step.kind === 'line' && step.line === original[lines] && !step.edits
    if (!isSame) break
    lines++
  }
  return { lines, tokens: original.slice(0, lines).reduce((tokens, line) => tokens + tokensOfLine(line), 0) }
}

function leftOutOf(source: Subject, { steps, indexed }: Script): readonly string[] {
  const shown = new Set<number>()
  for (const step of steps) if (step.kind === 'line' && step.session === source.session) shown.add(step.line.round)
  const rows = new Set(indexed)
  const missing = roundsOf(source)
    .map((round) => round.ref.round)
    .filter((round) => !rows.has(round) && !shown.has(round))
  return missing.length === 0 ? [] : [`${source.session}:${rangeText(missing)}`]
}

function zero(): Weighed {
  return { text: 0, thinking: 0, tool_use: 0, tool_result: 0, image: 0, note: 0, synthetic: 0 }
}

function total(tokens: TokensByKind): number {
  return TOKEN_KINDS.reduce((all, kind) => all + tokens[kind], 0)
}
