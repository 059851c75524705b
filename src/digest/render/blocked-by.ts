import { shortened } from '../../brief/shortened.ts'
import type { PlanEntry, ProseEntry } from '../entry.ts'

const WAITING =
  /\b(?:blocked (?:by|on)|waiting (?:for|on)|depends on|not (?:before|until)|until|wartet auf|abhängig von|en attente de|dépend de|a la espera de|depende de)\s+([^.,;:()]{3,60})/i
const LONGEST = 40

/** What an open thread says it waits for, as it says it; most say nothing of that. */
export function blockedBy({ text }: ProseEntry | PlanEntry): readonly string[] {
  const found = WAITING.exec(text)?.[1]
  return found === undefined ? [] : [shortened(found, LONGEST)]
}
