import { type Phrases, phrasesOf } from '../../phrase.ts'
import { SECOND_ENGLISH } from './english.ts'
import { SECOND_TALK } from './talk.ts'
import { SECOND_TONGUES } from './tongues.ts'
import { SECOND_TRAPS } from './traps.ts'

/** Phrases by another who knew neither those of development nor the classifier. They tested; they train now. */
export const SECOND: Phrases = phrasesOf(SECOND_ENGLISH, SECOND_TONGUES, SECOND_TALK, SECOND_TRAPS)
