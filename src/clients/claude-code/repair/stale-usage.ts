import { estimateTokens } from '../../../model/tokens.ts'
import { charsIn } from '../../kit/strings-in.ts'
import { contextOf } from '../read/measure.ts'
import { isText, type Line } from '../schema.ts'
import { windowOf } from '../window.ts'

/** What a line says of the model's window, and what it is likely to fill of it itself. */
export interface Weight {
  /** Tokens in the window after this reply; 0 where the line is no reply. */
  readonly context: number
  readonly model: string | null
  readonly tokens: number
}

interface StaleUsage {
  /** Which of the weights says so. */
  readonly at: number
  readonly context: number
  /** What is likely to fill the window instead. */
  readonly tokens: number
}

/** So much below the full window the client compacts, the next prompt included. */
const BUFFER = 34_000

/** What a client sends apart from the conversation, and how far an estimate may be off. */
const OVERHEAD = 40_000
const DOUBT = 1.5

export function weigh(line: Line): Weight {
  const { usage, model, content } = line.message ?? {}
  const isReply = line.type === 'assistant' && line.isApiErrorMessage !== true && model !== '<synthetic>'
  const output = typeof usage?.output_tokens === 'number' ? usage.output_tokens : 0
  const context = isReply ? contextOf(usage) : 0
  return {
    context: context > 0 ? context + output : 0,
    model: isReply && isText(model) ? model : null,
    tokens: estimateTokens(charsIn(content ?? '')),
  }
}

/**
 * The last reply's usage where it says that the window is full and the lines cannot fill it by far: they were cut since.
 * The client believes it, and compacts before it sends anything.
 */
export function staleUsage(weights: readonly Weight[]): StaleUsage | undefined {
  const at = weights.findLastIndex((weight) => weight.context > 0)
  if (at === -1) return undefined
  const { context, model } = weights[at]!
  const full = windowOf(model, context) - BUFFER
  const tokens = weights.reduce((sum, weight) => sum + weight.tokens, 0)
  return context >= full && tokens * DOUBT + OVERHEAD < full ? { at, context, tokens } : undefined
}
