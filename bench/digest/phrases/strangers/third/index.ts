import { type Phrases, phrasesOf } from '../../phrase.ts'
import { THIRD_ENGLISH } from './english.ts'
import { THIRD_TALK } from './talk.ts'
import { THIRD_TONGUES } from './tongues.ts'
import { THIRD_TRAPS } from './traps.ts'

/** Phrases by somebody who knew neither the others nor the classifier. */
export const THIRD: Phrases = phrasesOf(THIRD_ENGLISH, THIRD_TONGUES, THIRD_TALK, THIRD_TRAPS)
