import { TOKEN_KINDS } from '../model/tokens.ts'
import type { Step } from './step.ts'
import { numberOf, type Subject } from './subject.ts'
import { tokensOfSteps } from './weigh.ts'

/** A part of a new context: the round it is of, 0 for none, and its tokens in the order of TOKEN_KINDS. */
export type PartAfter = readonly [round: number, ...tokens: number[]]

/** What is written, in its order, as far as it takes to draw it. `scale` is what an estimated token costs. */
export function partsAfter(steps: readonly Step[], sources: readonly Subject[], scale: number): readonly PartAfter[] {
  const ofNoRound = new Set(
    sources.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'round' || part.kind === 'rest' ? [] : part.lines)),
    ),
  )
  const rests = new Map(
    sources.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.kind === 'rest' && part.lines[0] ? [[part.lines[0], numberOf(part)] as const] : [],
      ),
    ),
  )
  return steps.map((step) => {
    const tokens = tokensOfSteps([step])
    return [roundOf(step), ...TOKEN_KINDS.map((kind) => Math.round(tokens[kind] * scale))]
  })

  function roundOf(step: Step): number {
    const first = step.kind === 'say' ? undefined : step.passage.lines[0]
    if (first === undefined || ofNoRound.has(first)) return 0
    return rests.get(first) ?? first.round
  }
}
