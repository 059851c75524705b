import { ENGLISH } from './phrases/english.ts'
import { ENGLISH_MORE } from './phrases/english-more.ts'
import { HELD_OUT } from './phrases/held-out.ts'
import { OTHERS } from './phrases/others.ts'
import { CLASSES, type Class, type Family } from './phrases/phrase.ts'

/** The families that train the classifier, or those kept out of development. */
export function familiesOf(name: Class, part: 'development' | 'held out'): readonly Family[] {
  return part === 'held out' ? HELD_OUT[name] : [...ENGLISH[name], ...ENGLISH_MORE[name], ...OTHERS[name]]
}

export { CLASSES }
