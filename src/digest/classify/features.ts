import { type Name, namesIn } from '../prose/names.ts'
import type { Speaker } from '../round.ts'
import { categoriesOf } from './lexicon.ts'
import { wordsIn } from './words.ts'

const MARKS = { path: 'p', number: 'n', code: 'a', proper: 'a', quoted: 'a' } as const

/**
 * What a classifier sees of a sentence: its words with names blanked out by what they look like, pairs and beginnings
 * of words, who said it, how many names it has. Words that name things tell nothing about what a sentence is for.
 */
export function featuresOf(
  sentence: string,
  who: Speaker,
  isKnown: (word: string) => boolean,
  names: readonly Name[] = namesIn(sentence),
): readonly string[] {
  let masked = sentence
  for (const name of [...names].reverse()) {
    const mark = MARKS[name.form]
    masked = `${masked.slice(0, name.at)} §${mark} ${masked.slice(name.at + lengthIn(sentence, name.at, name.text))}`
  }
  const forms = names.map((name) => MARKS[name.form])
  const features = new Set<string>([
    `who ${who}`,
    `names ${Math.min(3, names.length)}`,
    `forms ${forms.slice(0, 3).join('')}`,
  ])
  if (names.length > 0) features.add(names[0]!.at < 3 ? 'begins with a name' : 'begins with a word')
  const words = wordsIn(masked).slice(0, 60)
  const known = words.map((word) => (isKnown(word) || word.startsWith('§') ? word : '§u'))
  for (const [at, word] of words.entries()) {
    features.add(`w ${word}`)
    if (word.length > 5) features.add(`s ${word.slice(0, 5)}`)
    if (at + 1 < words.length) features.add(`b ${known[at]} ${known[at + 1]}`)
  }
  if (known[0] !== undefined) features.add(`f ${known[0]}`)
  if (known[1] !== undefined) features.add(`g ${known[0]} ${known[1]}`)
  const categories = [...categoriesOf(words)].sort()
  for (const [at, category] of categories.entries()) {
    features.add(`c ${category}`)
    features.add(`c ${category} ${who}`)
    for (const other of categories.slice(at + 1)) features.add(`d ${category} ${other}`)
  }
  if (names.some((name) => name.form === 'path')) for (const category of categories) features.add(`p ${category}`)
  if (names.length > 1) for (const category of categories) features.add(`n ${category}`)
  const [first] = words
  if (first !== undefined) for (const category of categoriesOf([first])) features.add(`f ${category}`)
  if (/\?\s*$/.test(sentence)) features.add('asks')
  features.add(`long ${words.length < 4 ? 0 : words.length < 9 ? 1 : words.length < 20 ? 2 : 3}`)
  return [...features]
}

/** How much of the sentence a name takes, its quotes included. */
function lengthIn(sentence: string, at: number, text: string): number {
  return /[`"“„«]/.test(sentence[at]!) ? text.length + 2 : text.length
}
