import type { Phrases } from '../phrase.ts'
import { UNSEEN_ENGLISH } from './english.ts'
import { UNSEEN_TALK } from './talk.ts'
import { UNSEEN_TONGUES } from './tongues.ts'
import { UNSEEN_TRAPS } from './traps.ts'

/**
 * Phrasings by somebody who knew neither those of development nor the classifier. They train nothing, and whoever
 * improves the digest reads their totals only: a phrase that was looked at for that belongs to development.
 */
export const UNSEEN: Phrases = {
  ...UNSEEN_TALK,
  decision: [...UNSEEN_ENGLISH.decision, ...UNSEEN_TONGUES.decision],
  constraint: [...UNSEEN_ENGLISH.constraint, ...UNSEEN_TONGUES.constraint],
  fact: [...UNSEEN_ENGLISH.fact, ...UNSEEN_TONGUES.fact],
  thread: [...UNSEEN_ENGLISH.thread, ...UNSEEN_TONGUES.thread],
  closing: [...UNSEEN_ENGLISH.closing, ...UNSEEN_TONGUES.closing],
  musing: [UNSEEN_TRAPS.hypothetical, UNSEEN_TRAPS.question, UNSEEN_TRAPS.quoted, UNSEEN_TRAPS['small talk']].flat(),
}
