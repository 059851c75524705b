import type { Plan } from '../model/plan.ts'
import { planOf } from './plan-of.ts'
import type { Subject } from './subject.ts'

/** Nothing of the conversation stays: only the prompt that the next session goes on from, which names the way back. */
export function rollover(subject: Subject, prompt: string, params: Readonly<Record<string, unknown>>): Plan {
  const pieces = [{ kind: 'text', text: prompt, origin: 'summary', ack: true }] as const
  return { ...planOf('rollover', [subject], pieces, params), isAlone: true }
}
