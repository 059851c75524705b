import type { Piece, Plan } from '../model/plan.ts'
import { planOf } from './plan-of.ts'
import type { Subject } from './subject.ts'

/** Nothing of the conversation stays: where it is, and the prompt that the next session goes on from. */
export function rollover(subject: Subject, prompt: string, params: Readonly<Record<string, unknown>>): Plan {
  const pieces: readonly Piece[] = [
    { kind: 'text', text: wayBack(subject), origin: 'lineage', ack: true },
    { kind: 'text', text: prompt, origin: 'summary', ack: true },
  ]
  return { ...planOf('rollover', [subject], pieces, params), isAlone: true }
}

function wayBack({ session, highest }: Subject): string {
  return [
    `# The session before this one is in the record`,
    '<!-- stet:lineage -->',
    `Session ${session} has rounds 1 to ${highest}. \`stet search "WORDS" --session ${session}\` finds what was said in it, \`stet inject ${session}:ROUND\` reads a round.`,
  ].join('\n')
}
