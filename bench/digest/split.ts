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
import { CLASSES, type Class, type Family, factsOf, type Phrases } from './phrases/phrase.ts'
import { SPOKEN } from './phrases/spoken.ts'
import { FIRST_CORRECTIONS } from './phrases/strangers/first/corrections.ts'
import { FIRST } from './phrases/strangers/first/index.ts'
import { SECOND_CORRECTIONS } from './phrases/strangers/second/corrections.ts'
import { SECOND } from './phrases/strangers/second/index.ts'
import { THIRD_CORRECTIONS } from './phrases/strangers/third/corrections.ts'
import { THIRD } from './phrases/strangers/third/index.ts'
import { TRADES } from './phrases/trades/index.ts'
import { UNSEEN } from './phrases/unseen/index.ts'
import { UNUSUAL } from './phrases/unusual.ts'
import { UNUSUAL_MORE } from './phrases/unusual-more.ts'
import { VARIED_DECISIONS } from './phrases/varied-decisions.ts'
import { VARIED_MORE } from './phrases/varied-more.ts'
import { VARIED_RULES } from './phrases/varied-rules.ts'
import { VARIED_WORK } from './phrases/varied-work.ts'

/** Phrases of development by where they come from: files of one voice are one writer's. */
const WRITERS: Readonly<Record<string, readonly Partial<Phrases>[]>> = {
  english: [ENGLISH, ENGLISH_MORE],
  others: [OTHERS],
  unusual: [UNUSUAL, UNUSUAL_MORE],
  varied: [VARIED_DECISIONS, VARIED_RULES, VARIED_WORK, VARIED_MORE],
  explanations: [EXPLANATIONS],
  'formerly held out': [FORMERLY_HELD_OUT],
  'first stranger': [FIRST, factsOf(FIRST_CORRECTIONS)],
  'second stranger': [SECOND, factsOf(SECOND_CORRECTIONS)],
  'third stranger': [THIRD, factsOf(THIRD_CORRECTIONS)],
  'other tongues': [OTHER_TONGUES],
  composed: [COMPOSED],
  chatty: [CHATTY],
  everyday: [EVERYDAY],
  spoken: [SPOKEN],
  trades: TRADES,
}

const DEVELOPMENT = Object.values(WRITERS).flat()

/** `held out` trains nothing; `unseen` neither, and whoever wrote it did not know those of development. */
export const PARTS_OF_PHRASES = ['development', 'held out', 'unseen'] as const
export type Part = (typeof PARTS_OF_PHRASES)[number]

export function familiesOf(name: Class, part: Part): readonly Family[] {
  if (part === 'unseen') return UNSEEN[name]
  return part === 'held out' ? HELD_OUT[name] : familiesIn(DEVELOPMENT, name)
}

export function familiesIn(all: readonly Partial<Phrases>[], name: Class): readonly Family[] {
  return all.flatMap((phrases) => phrases[name] ?? [])
}

/** What the classifier tells apart: the classes of phrases, and what only dialogues have. */
export const LABELS = [...CLASSES, 'assent', 'proposal', 'question'] as const

export { CLASSES }
