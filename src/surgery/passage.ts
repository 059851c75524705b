import type { Entry } from '../model/entry.ts'
import { noTokens, type TokensByKind } from '../model/tokens.ts'
import { addLine } from './weigh.ts'

/** Lines that belong together in what the client sends, and what they cost. */
export interface Passage {
  readonly lines: readonly Entry[]
  readonly tokens: TokensByKind
  /** Counted characters that make a token in their session. */
  readonly charsAToken: number
}

export function passageOf(lines: readonly Entry[], charsAToken: number): Passage {
  const tokens = noTokens()
  for (const line of lines) addLine(tokens, line, charsAToken)
  return { lines, tokens, charsAToken }
}
