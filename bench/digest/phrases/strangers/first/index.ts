import { type Phrases, phrasesOf } from '../../phrase.ts'
import { FIRST_ENGLISH } from './english.ts'
import { FIRST_TALK } from './talk.ts'
import { FIRST_TONGUES } from './tongues.ts'
import { FIRST_TRAPS } from './traps.ts'

/** Phrases by somebody who knew neither those of development nor the classifier. They tested; they train now. */
export const FIRST: Phrases = phrasesOf(FIRST_ENGLISH, FIRST_TONGUES, FIRST_TALK, FIRST_TRAPS)
