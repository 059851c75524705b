import { type Phrases, phrasesOf } from '../phrase.ts'
import { UNSEEN_ENGLISH } from './english.ts'
import { UNSEEN_TALK } from './talk.ts'
import { UNSEEN_TONGUES } from './tongues.ts'
import { UNSEEN_TRAPS } from './traps.ts'

/**
 * Phrasings by somebody who knew neither those of development nor the classifier. They train nothing, and whoever
 * improves the digest reads their totals only: a phrase that was looked at for that belongs to development.
 */
export const UNSEEN: Phrases = phrasesOf(UNSEEN_ENGLISH, UNSEEN_TONGUES, UNSEEN_TALK, UNSEEN_TRAPS)
