import { rangeText } from '../model/range.ts'
import { TOKEN_KINDS, type TokensByKind } from '../model/tokens.ts'
import { type ContextSize, contextSize, LEAST_SHARE } from './context-size.ts'
import type { Passage } from './passage.ts'
import type { Script } from './script.ts'
import type { Step } from './step.ts'
import { roundsOf, type Subject } from './subject.ts'
import { tokensIn, tokensOfLine, tokensOfSteps, total } from './weigh.ts'

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

/**
 * Weighs what is written against what the sources' clients would send. Of a session of another client than it is written
 * for, thinking does not cross, and nothing is in a cache.
 */
export function previewOf(
  script: Script,
  sources: readonly Subject[],
  isForeign: (session: string) => boolean = () => false,
): Preview {
  const parts = sources.flatMap((source) => source.parts)
  const sent = sources.flatMap((source) => (source.sent ?? source).parts)
  const { tokensBefore, overhead, scale } = sizesOf(sources)
  const before = rounded(tokensIn(sent), scale)
  const foreign = script.steps.filter((step) => step.kind === 'passage' && isForeign(step.session))
  const written = tokensOfSteps(script.steps)
  const after = rounded({ ...written, thinking: written.thinking - tokensOfSteps(foreign).thinking }, scale)
  const shared = sharedPrefix(script.steps, foreign.length > 0 ? [] : sent)
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
      breaksAtRound: shared.isEmpty
        ? roundFrom(parts)
        : shared.next === undefined
          ? null
          : roundFrom(sent, shared.next),
    },
    leftOut: sources.flatMap((source) => leftOutOf(source, script)),
  }
}

/**
 * What the sources' windows hold, and how much of it stays whatever is cut. Several sessions joined have once what each of
 * them has in no line.
 */
function sizesOf(sources: readonly Subject[]) {
  const sizes = sources.map((source) => contextSize(source.sent ?? source))
  const sum = (of: (size: ContextSize) => number) => sizes.reduce((all, size) => all + of(size), 0)
  const estimated = sum((size) => size.estimated)
  const common = Math.min(...sizes.map((size) => size.fixed))
  return {
    tokensBefore: sum((size) => size.context),
    overhead: sum((size) => size.fixed + size.inherited) - (sizes.length - 1) * common,
    scale: estimated === 0 ? 1 : Math.max(LEAST_SHARE, sum((size) => size.scale * size.estimated) / estimated),
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
function roundFrom(parts: readonly Passage[], first = parts[0]?.lines[0]): number {
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
