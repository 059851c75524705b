import { CHATTY } from './phrases/chatty.ts'
import { COMPOSED } from './phrases/composed.ts'
import { ENGLISH } from './phrases/english.ts'
import { ENGLISH_MORE } from './phrases/english-more.ts'
import { EVERYDAY } from './phrases/everyday.ts'
import { EXPLANATIONS } from './phrases/explanations.ts'
import { FORMERLY_HELD_OUT } from './phrases/formerly-held-out.ts'
import { HELD_OUT } from './phrases/held-out.ts'
import { OTHER_TONGUES } from './phrases/other-tongues.ts'
import { OTHERS } from './phrases/others.ts'
import { CLASSES, type Class, type Family, type Phrases } from './phrases/phrase.ts'
import { SPOKEN } from './phrases/spoken.ts'
import { UNSEEN } from './phrases/unseen/index.ts'
import { UNUSUAL } from './phrases/unusual.ts'
import { UNUSUAL_MORE } from './phrases/unusual-more.ts'
import { VARIED_DECISIONS } from './phrases/varied-decisions.ts'
import { VARIED_MORE } from './phrases/varied-more.ts'
import { VARIED_RULES } from './phrases/varied-rules.ts'
import { VARIED_WORK } from './phrases/varied-work.ts'

const DEVELOPMENT: readonly Partial<Phrases>[] = [
  ENGLISH,
  ENGLISH_MORE,
  OTHERS,
  UNUSUAL,
  UNUSUAL_MORE,
  VARIED_DECISIONS,
  VARIED_RULES,
  VARIED_WORK,
  VARIED_MORE,
  EXPLANATIONS,
  FORMERLY_HELD_OUT,
  OTHER_TONGUES,
  COMPOSED,
  CHATTY,
  EVERYDAY,
  SPOKEN,
]

/** `held out` trains nothing; `unseen` neither, and whoever wrote it did not know those of development. */
export const PARTS_OF_PHRASES = ['development', 'held out', 'unseen'] as const
export type Part = (typeof PARTS_OF_PHRASES)[number]

export function familiesOf(name: Class, part: Part): readonly Family[] {
  if (part === 'unseen') return UNSEEN[name]
  return part === 'held out' ? HELD_OUT[name] : DEVELOPMENT.flatMap((phrases) => phrases[name] ?? [])
}

export { CLASSES }
