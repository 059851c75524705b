import type { Fitted } from '../../../surgery/contexts/fit.ts'
import { count, short } from './format.ts'

/** What is to be minded of a session that was written, and how its context was cut to fit a window. */
export function fittedLines(value: {
  readonly fitted?: Fitted
  readonly warnings?: readonly string[]
}): readonly string[] {
  const { fitted, warnings = [] } = value
  if (!fitted) return warnings
  const { way, tokens_before, tokens_after, target, window, results_left_out, rounds_indexed, price } = fitted
  const left = [
    ...(results_left_out > 0 ? [`${short(results_left_out)} tokens of results`] : []),
    ...(rounds_indexed > 0 ? [count(rounds_indexed, 'round')] : []),
  ]
  const cost = price === null ? '' : `, $${price.toFixed(2)} for what misses the cache`
  return [
    `Cut to fit ${short(target)} of the window of ${short(window)} tokens (${way}): ${short(tokens_before)} → ${short(tokens_after)}${cost}.`,
    ...(left.length > 0
      ? [`No longer seen: ${left.join(' and ')}; inject gives them back. --fit none writes all of it.`]
      : []),
    ...warnings,
  ]
}
