import { CHARS_A_TOKEN, charsATokenOf } from './tokens.ts'

/** What a session's recorded usage has told of its tokens so far. Plain JSON. */
export interface Calibration {
  /** Counted characters that were added between replies, and the tokens by which the context grew meanwhile. */
  chars: number
  tokens: number
  /** Counted characters since the reply before. */
  since: number
  /** What that reply's usage says; 0 where none did since the beginning or a compaction. */
  context: number
  /** Tokens of what is not in the lines: the client's prompt, its tools, memory files. */
  fixed: number | null
}

/** Growth that is further off than this tells of something that is not in the lines, or no longer sent. */
const TRUSTED = 1.5
const SLACK = 500

/** How much of the default goes in, so that a few replies do not decide. */
const DOUBT_TOKENS = 1000
const [FEWEST, MOST] = [2.2, 4]

export function initialCalibration(): Calibration {
  return { chars: 0, tokens: 0, since: 0, context: 0, fixed: null }
}

/** A reply whose usage says that so many tokens were sent; before its own blocks are added to `since`. */
export function noteContext(known: Calibration, context: number, model: string | null): void {
  const foretold = known.since / CHARS_A_TOKEN
  if (known.context > 0) {
    const grown = context - known.context
    if (grown <= foretold * TRUSTED + SLACK && grown >= foretold / TRUSTED - SLACK) {
      known.chars += known.since
      known.tokens += Math.max(0, grown)
    }
  } else known.fixed ??= Math.max(0, Math.round(context - known.since / charsATokenOf(model)))
  known.context = context
  known.since = 0
}

/** What came before is no longer sent. */
export function noteCompaction(known: Calibration): void {
  known.context = 0
  known.since = 0
}

/** Counted characters a token, to one decimal, so that it changes seldom. */
export function charsATokenIn({ chars, tokens }: Calibration, model: string | null): number {
  const usual = charsATokenOf(model)
  const measured = (chars + DOUBT_TOKENS * usual) / (tokens + DOUBT_TOKENS)
  return Math.round(Math.min(MOST, Math.max(FEWEST, measured)) * 10) / 10
}
