import type { Fidelity } from '../model/plan.ts'
import { PRESETS, parseFidelity } from './fidelity.ts'

/** A way to show rounds: all of them, or those of a range, which is checked where the rounds are known. */
export interface FidelityRule {
  readonly fidelity: Fidelity
  readonly range?: string
}

const RULE = new RegExp(`^(${Object.keys(PRESETS).join('|')}|[^=,]+=[^=,]+(?:,[^=,]+=[^=,]+)*)=(.*)$`, 's')

/** Reads `navigate`, `navigate=3-9`, or forms by kind with a range after them: `tool_result=head:500=3-9`. */
export function parseFidelityRule(text: string): FidelityRule {
  const [, named, range] = RULE.exec(text) ?? []
  return range === undefined ? { fidelity: parseFidelity(text) } : { fidelity: parseFidelity(named!), range }
}
