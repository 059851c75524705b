import { type Name, namesIn } from '../prose/names.ts'
import type { Speaker } from '../round.ts'
import { categoriesOf } from './lexicon.ts'
import { placeOf, shapesOf } from './shapes.ts'
import { wordsIn } from './words.ts'

/** Words beyond these tell no more. */
const MOST = 60
const MARKS = { path: 'p', number: 'n', code: 'a', proper: 'a', quoted: 'a' } as const

/**
 * What a classifier sees of a sentence: its words with names blanked out by what they look like, pairs and beginnings
 * of words, how it is built, who said it, how many names it has. Words that name things tell nothing about what a sentence is for.
 */
export function featuresOf(
  sentence: string,
  who: Speaker,
  isKnown: (word: string) => boolean,
  names: readonly Name[] = namesIn(sentence),
  setting: readonly string[] = [],
): readonly string[] {
  const words = wordsIn(masked(sentence, names))
  if (words.length > MOST) words.length = MOST
  const forms = names.slice(0, 3).map((name) => MARKS[name.form])
  const features = [...setting, `who ${who}`, `names ${forms.length}`, `forms ${forms.join('')}`]
  if (names.length > 0) features.push(names[0]!.at < 3 ? 'begins with a name' : 'begins with a word')
  addWords(words, isKnown, features)
  addCategories(words, who, names, features)
  addBuild(words, isKnown, who, features)
  for (const shape of shapesOf(sentence)) features.push(`has ${shape}`)
  if (/[?？]["'”)]*\s*$/.test(sentence)) features.push('asks')
  features.push(`long ${words.length < 4 ? 0 : words.length < 9 ? 1 : words.length < 20 ? 2 : 3}`)
  return [...new Set(features)]
}

function addWords(words: readonly string[], isKnown: (word: string) => boolean, to: string[]): void {
  const known = words.map((word) => (isKnown(word) || word.startsWith('§') ? word : '§u'))
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    to.push(`w ${word}`)
    if (word.length > 5) to.push(`s ${word.slice(0, 5)}`)
    if (at + 1 < words.length) to.push(`b ${known[at]} ${known[at + 1]}`)
  }
  if (words.length > 0) to.push(`f ${known[0]}`)
  if (words.length > 1) to.push(`g ${known[0]} ${known[1]}`)
}

function addCategories(words: readonly string[], who: Speaker, names: readonly Name[], to: string[]): void {
  const categories = categoriesOf(words).names()
  for (let at = 0; at < categories.length; at++) {
    const category = categories[at]!
    to.push(`c ${category}`, `c ${category} ${who}`)
    for (let next = at + 1; next < categories.length; next++) to.push(`d ${category} ${categories[next]}`)
  }
  if (names.some((name) => name.form === 'path')) for (const category of categories) to.push(`p ${category}`)
  if (names.length > 1) for (const category of categories) to.push(`n ${category}`)
  for (const category of categoriesOf(words.slice(0, 1)).names()) to.push(`f ${category}`)
  for (const category of categoriesOf(words.slice(-1)).names()) to.push(`l ${category}`)
}

/** How it begins and what follows the first name: who states something seldom begins as who orders. */
function addBuild(words: readonly string[], isKnown: (word: string) => boolean, who: Speaker, to: string[]): void {
  const named = words.findIndex((word) => (word.startsWith('§') ? word !== '§n' : !isKnown(word)))
  const next = named === -1 ? 'no name' : placeOf(words[named + 1])
  const begin = placeOf(words[0])
  for (const build of [`a ${next}`, `z ${begin}`, `az ${begin} ${next}`]) to.push(build, `${build} ${who}`)
}

/** The sentence with a mark for each name that says what it looks like. */
function masked(sentence: string, names: readonly Name[]): string {
  let text = ''
  let end = 0
  for (const { at, text: name, form } of names) {
    text += `${sentence.slice(end, at)} §${MARKS[form]} `
    end = at + lengthIn(sentence, at, name)
  }
  return text + sentence.slice(end)
}

/** How much of the sentence a name takes, its quotes included. */
function lengthIn(sentence: string, at: number, text: string): number {
  return /[`"“„«]/.test(sentence[at]!) ? text.length + 2 : text.length
}
