import { contextSize } from '../surgery/context-size.ts'
import type { Subject } from '../surgery/subject.ts'
import { tokensIn } from '../surgery/weigh.ts'

/** Tokens of a context by what they are for; `system` is what is in no line, such as the client's own prompt. */
export interface Breakdown {
  readonly tool_results: number
  readonly tool_uses: number
  readonly text: number
  readonly thinking: number
  readonly images: number
  readonly notes: number
  readonly system: number
}

/** What fills a window of so many tokens. Lines are estimates, brought to what the client counted. */
export function breakdownOf(subject: Subject, tokens: number): Breakdown {
  const sum = tokensIn(subject.parts)
  const { estimated, scale: cost } = contextSize(subject)
  const scale = estimated === 0 ? 1 : Math.min(cost, tokens / estimated)
  const scaled = (count: number) => Math.round(count * scale)
  return {
    tool_results: scaled(sum.tool_result),
    tool_uses: scaled(sum.tool_use),
    text: scaled(sum.text + sum.synthetic),
    thinking: scaled(sum.thinking),
    images: scaled(sum.image),
    notes: scaled(sum.note),
    system: Math.max(0, tokens - scaled(estimated)),
  }
}
