import { ENGLISH } from './phrases/english.ts'
import { OTHERS } from './phrases/others.ts'
import { CLASSES, type Class, type Family } from './phrases/phrase.ts'

/** Every fourth family, and the last, are kept out of development: they train nothing and tune nothing. */
export function familiesOf(name: Class, part: 'development' | 'held out'): readonly Family[] {
  const english = ENGLISH[name].filter((_, at) => isHeldOut(at, ENGLISH[name].length) === (part === 'held out'))
  return part === 'held out' ? english : [...english, ...OTHERS[name]]
}

function isHeldOut(at: number, families: number): boolean {
  return at % 4 === 3 || (at === families - 1 && families > 8)
}

export { CLASSES }
