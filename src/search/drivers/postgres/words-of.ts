import { unspaced } from '../../query/unspaced.ts'

const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{M}\p{N}\p{Co}]*/gu
const ACCENTS = /[\u0300-\u036f]/g

/** The server counts no place in a text above 16 383, and holds no more than a megabyte of words. */
const WORDS_A_PART = 12_000
const CHARS_A_PART = 200_000
/** It indexes no longer word. */
const LONGEST_WORD = 500

/** A word of a text, and where it is in it. */
export interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

/**
 * The words of a text as they are compared: in lower case, without accents; of what is written without spaces each
 * character is one.
 */
export function* wordsIn(text: string): Iterable<Word> {
  for (const { 0: found, index } of text.matchAll(WORD)) {
    if (!unspaced().one.test(found)) {
      yield { word: plain(found), start: index, end: index + found.length }
      continue
    }
    let at = 0
    for (const { 0: character, index: inside } of found.matchAll(unspaced().each)) {
      if (inside > at) yield { word: plain(found.slice(at, inside)), start: index + at, end: index + inside }
      at = inside + character.length
      yield { word: character, start: index + inside, end: index + at }
    }
    if (at < found.length) yield { word: plain(found.slice(at)), start: index + at, end: index + found.length }
  }
}

/** The words of a text with a space between them, in parts that the server can index. */
export function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  let words: string[] = []
  let chars = 0
  for (const { word } of wordsIn(text)) {
    words.push(word)
    chars += word.length
    if (words.length < WORDS_A_PART && chars < CHARS_A_PART) continue
    parts.push(words.join(' '))
    words = []
    chars = 0
  }
  return words.length > 0 ? [...parts, words.join(' ')] : parts
}

/** The same for what is looked for. */
export function wordsOf(text: string): string {
  return [...wordsIn(text)].map(({ word }) => word).join(' ')
}

function plain(word: string): string {
  const lower = word.slice(0, LONGEST_WORD).toLowerCase()
  return /^[a-z0-9]*$/.test(lower) ? lower : lower.normalize('NFD').replace(ACCENTS, '').normalize('NFC')
}
