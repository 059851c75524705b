import { rangeText } from '../model/range.ts'
import { noTokens, TOKEN_KINDS, type TokensByKind } from '../model/tokens.ts'
import type { Passage } from './passage.ts'
import type { Script } from './script.ts'
import type { Step } from './step.ts'
import { roundsOf, type Subject } from './subject.ts'
import { addTokens, tokensOfLine, tokensOfSteps } from './weigh.ts'

/** What an operation would change, before anything is written. */
export interface Preview {
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** What the blocks that go would have cost, less what replaces them. */
  readonly saved: number
  readonly before: TokensByKind
  readonly after: TokensByKind
  /** What a token that lines are estimated at is likely to cost. */
  readonly scale: number
  /** Up to where the client's prompt cache still holds, and what misses it after that. */
  readonly cache: { readonly kept: number; readonly reread: number; readonly breaksAtRound: number | null }
  /** Rounds of the sources that are not in the new context at all, by `<session>:<rounds>`. */
  readonly leftOut: readonly string[]
}

/** Lines never cost less than this share of what they are estimated at, whatever the client's usage says. */
const LEAST_SHARE = 0.5

/** Weighs what is written against what the sources' clients would send. */
export function previewOf(script: Script, sources: readonly Subject[]): Preview {
  const original = sources.flatMap((source) => source.parts)
  const { tokensBefore, overhead, scale } = sizesOf(sources)
  const before = rounded(tokensIn(original), scale)
  const after = rounded(tokensOfSteps(script.steps), scale)
  const shared = sharedPrefix(script.steps, original)
  const tokensAfter = Math.round(overhead + total(after))
  const kept = shared.isEmpty ? 0 : Math.round(overhead + scale * shared.tokens)
  return {
    tokensBefore: Math.round(tokensBefore),
    tokensAfter,
    saved: total(before) - total(after),
    before,
    after,
    scale,
    cache: {
      kept: Math.min(kept, tokensAfter),
      reread: Math.max(0, tokensAfter - kept),
      breaksAtRound: shared.next === undefined ? null : roundFrom(original, shared.next),
    },
    leftOut: sources.flatMap((source) => leftOutOf(source, script)),
  }
}

/**
 * What the sources' windows hold, and how much of it is not in their lines, such as the client's own prompt. Lines that
 * are estimated at more than is there cost what is there. Several sessions joined have once what each of them has.
 */
function sizesOf(sources: readonly Subject[]) {
  const sizes = sources.map((source) => {
    const estimated = total(tokensIn(source.parts))
    const context = source.overhead === undefined ? contextOf(source) : source.overhead + estimated
    return { context, estimated, overhead: Math.max(0, context - estimated) }
  })
  const sum = (of: (size: (typeof sizes)[number]) => number) => sizes.reduce((all, size) => all + of(size), 0)
  const estimated = sum((size) => size.estimated)
  const common = Math.min(...sizes.map((size) => size.overhead))
  return {
    tokensBefore: sum((size) => size.context),
    overhead: sum((size) => size.overhead) - (sizes.length - 1) * common,
    scale:
      estimated === 0 ? 1 : Math.max(LEAST_SHARE, sum((size) => Math.min(size.estimated, size.context)) / estimated),
  }
}

/** What the lines of a context are estimated at. */
export function tokensIn(parts: readonly Pick<Passage, 'tokens'>[]): TokensByKind {
  const tokens = noTokens()
  for (const part of parts) addTokens(tokens, part.tokens)
  return tokens
}

/** Tokens in the window after the last line: what the last reply's usage says, and what was added since. */
export function contextOf({ parts }: { readonly parts: readonly Pick<Passage, 'lines' | 'charsAToken'>[] }): number {
  const since: { readonly reply: string | null; readonly tokens: number }[] = []
  for (const { lines, charsAToken } of parts.toReversed()) {
    for (const line of lines.toReversed()) {
      if (line.context > 0) return line.context + added(({ reply }) => reply !== line.reply)
      since.push({ reply: line.reply, tokens: tokensOfLine(line, charsAToken) })
    }
  }
  return added(() => true)

  function added(isAdded: (line: (typeof since)[number]) => boolean): number {
    return since.reduce((sum, line) => (isAdded(line) ? sum + line.tokens : sum), 0)
  }
}

/** The lines at the beginning that stay as they are, as far as the client's cache reaches, and the line after them. */
function sharedPrefix(steps: readonly Step[], original: readonly Passage[]) {
  let tokens = 0
  let isEmpty = true
  let nth = 0
  for (const { lines, tokens: whole, charsAToken } of original) {
    const step = steps[nth++]
    if (step?.kind === 'passage' && step.passage.lines === lines && !changes(step)) {
      tokens += total(whole)
      isEmpty = false
      continue
    }
    for (const [at, line] of lines.entries()) {
      const isSame = step?.kind === 'passage' && step.passage.lines[at] === line && !step.edits.has(line)
      if (!isSame) return { tokens, isEmpty, next: line }
      tokens += tokensOfLine(line, charsAToken)
      isEmpty = false
      if (step.interrupted.has(line)) return { tokens, isEmpty, next: lines[at + 1] ?? original[nth]?.lines[0] }
    }
  }
  return { tokens, isEmpty, next: undefined }
}

/** The round that a line is in, or the next one where it is between two; 0 where none follows. */
function roundFrom(parts: readonly Passage[], first: Passage['lines'][number]): number {
  let isFrom = false
  for (const { lines } of parts) {
    for (const line of lines) {
      isFrom ||= line === first
      if (isFrom && line.round > 0) return line.round
    }
  }
  return 0
}

function changes(step: Extract<Step, { kind: 'passage' }>): boolean {
  return step.edits.size > 0 || step.interrupted.size > 0
}

/** Most rounds are where a passage begins; the other lines are looked at where one seems to be missing. */
function leftOutOf(source: Subject, { steps, indexed }: Script): readonly string[] {
  const rows = new Set(indexed)
  const passages = steps.flatMap((step) =>
    step.kind === 'passage' && step.session === source.session ? [step.passage] : [],
  )
  const shown = new Set(passages.map(({ lines }) => lines[0]?.round))
  const missing = roundsOf(source)
    .map((round) => round.ref.round)
    .filter((round) => !rows.has(round) && !shown.has(round))
  const others = new Set(missing.length === 0 ? [] : passages.flatMap(({ lines }) => lines.map((line) => line.round)))
  const leftOut = missing.filter((round) => !others.has(round))
  return leftOut.length === 0 ? [] : [`${source.session}:${rangeText(leftOut)}`]
}

function rounded(tokens: TokensByKind, scale: number): TokensByKind {
  return Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, Math.round(tokens[kind] * scale)])) as TokensByKind
}

export function total(tokens: TokensByKind): number {
  return TOKEN_KINDS.reduce((all, kind) => all + tokens[kind], 0)
}
