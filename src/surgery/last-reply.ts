import { hasRemainingBlocks } from './has-remaining-blocks.ts'
import type { Step } from './step.ts'
import { tokensOfLine, tokensOfSteps } from './weigh.ts'

/** The reply that tells the client how full its window is, and what is written after it. */
export interface LastReply {
  readonly reply: string
  readonly after: number
}

/**
 * The last reply of which something is written and that says what the window held; where none says it, simply the last;
 * undefined where there is none.
 */
export function lastReplyOf(steps: readonly Step[]): LastReply | undefined {
  let after = 0
  let last: LastReply | undefined
  for (const step of steps.toReversed()) {
    if (step.kind === 'say') {
      after += tokensOfSteps([step]).synthetic
      continue
    }
    for (const line of step.passage.lines.toReversed()) {
      const edits = step.edits.get(line)
      if (line.reply !== null && hasRemainingBlocks(line, edits)) {
        if (line.context > 0) return { reply: line.reply, after }
        last ??= { reply: line.reply, after }
      }
      after += tokensOfLine(line, step.passage.charsAToken, edits)
    }
  }
  return last
}
