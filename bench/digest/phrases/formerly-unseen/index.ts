import type { Phrases } from '../phrase.ts'
import { FORMERLY_UNSEEN_ENGLISH } from './english.ts'
import { FORMERLY_UNSEEN_TALK } from './talk.ts'
import { FORMERLY_UNSEEN_TONGUES } from './tongues.ts'
import { FORMERLY_UNSEEN_TRAPS } from './traps.ts'

/** Phrases by somebody who knew neither those of development nor the classifier. They tested; they train now. */
export const FORMERLY_UNSEEN: Phrases = {
  ...FORMERLY_UNSEEN_TALK,
  decision: [...FORMERLY_UNSEEN_ENGLISH.decision, ...FORMERLY_UNSEEN_TONGUES.decision],
  constraint: [...FORMERLY_UNSEEN_ENGLISH.constraint, ...FORMERLY_UNSEEN_TONGUES.constraint],
  fact: [...FORMERLY_UNSEEN_ENGLISH.fact, ...FORMERLY_UNSEEN_TONGUES.fact],
  thread: [...FORMERLY_UNSEEN_ENGLISH.thread, ...FORMERLY_UNSEEN_TONGUES.thread],
  closing: [...FORMERLY_UNSEEN_ENGLISH.closing, ...FORMERLY_UNSEEN_TONGUES.closing],
  musing: [
    FORMERLY_UNSEEN_TRAPS.hypothetical,
    FORMERLY_UNSEEN_TRAPS.question,
    FORMERLY_UNSEEN_TRAPS.quoted,
    FORMERLY_UNSEEN_TRAPS['small talk'],
  ].flat(),
}
