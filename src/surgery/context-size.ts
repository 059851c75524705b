import { estimateTokens } from '../model/tokens.ts'
import type { Passage } from './passage.ts'
import type { SentNow } from './subject.ts'
import { tokensIn, tokensOfLine, total } from './weigh.ts'

/** How much a session's window holds, and of what. */
export interface ContextSize {
  /** All of it: what the client counted last, and what was added since. */
  readonly context: number
  /** What is in no line: the client's own prompt, its tools. It stays, whatever is cut. */
  readonly fixed: number
  /** What the session goes on from without holding it. */
  readonly inherited: number
  /** What the lines are estimated at. */
  readonly estimated: number
  /** What an estimated token costs by the client's count. */
  readonly scale: number
}

/** Lines never cost less than this share of what they are estimated at, whatever the client's usage says. */
export const LEAST_SHARE = 0.5

/**
 * Splits what the client counted into what stays whatever is cut and what the lines cost. Where it counts in lines of its
 * own, what is fixed stays, and the rest tells what a token of the lines costs. Where each reply tells its usage, and where
 * nobody knows what is fixed, what the lines do not explain stays. Measured: docs/tokens.md.
 */
export function contextSize({ parts, fixed: known, inherited: base }: SentNow): ContextSize {
  const estimated = total(tokensIn(parts))
  const inherited = base ? estimateTokens(base.length) : 0
  const count = lastCount(parts)
  if (!count) {
    const fixed = known ?? 0
    return { context: fixed + inherited + estimated, fixed, inherited, estimated, scale: 1 }
  }
  const { tokens, isApart } = count
  const stays = isApart && known !== null ? Math.min(known, tokens - LEAST_SHARE * estimated) : tokens - estimated
  const fixed = Math.max(0, stays - inherited)
  const ofLines = isApart ? tokens - fixed - inherited : Math.min(tokens, estimated)
  return {
    context: tokens,
    fixed,
    inherited,
    estimated,
    scale: estimated === 0 ? 1 : Math.max(0, ofLines / estimated),
  }
}

/** What the client counted last, and what was added since; undefined where it counted nothing. */
function lastCount(parts: readonly Pick<Passage, 'lines' | 'charsAToken'>[]) {
  const since: { readonly reply: string | null; readonly tokens: number }[] = []
  for (const { lines, charsAToken } of parts.toReversed()) {
    for (const line of lines.toReversed()) {
      if (line.context > 0) {
        const isApart = line.reply === null
        const added = since.filter(({ reply }) => isApart || reply !== line.reply)
        return { isApart, tokens: added.reduce((sum, { tokens }) => sum + tokens, line.context) }
      }
      since.push({ reply: line.reply, tokens: tokensOfLine(line, charsAToken) })
    }
  }
  return undefined
}
