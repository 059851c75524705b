/** A text that is asked for many words, most of which it does not have. */
export interface SearchedText {
  readonly length: number
  has(word: string): boolean
}

/** Shorter texts are looked through as they are. */
const SHORT = 200
const PLACES = 13

/** Notes, the first time it is asked, which three letters come one after another: a word with others is not in it. */
export function searchedText(text: string): SearchedText {
  if (text.length < SHORT) return { length: text.length, has: (word) => text.includes(word) }
  let triples: Uint8Array | undefined
  return {
    length: text.length,
    has: (word) => {
      triples ??= triplesOf(text)
      return mayHave(triples, word) && text.includes(word)
    },
  }
}

function triplesOf(text: string): Uint8Array {
  const triples = new Uint8Array(1 << PLACES)
  let letters = 0
  for (let at = 0; at < text.length; at++) {
    letters = followed(letters, text.charCodeAt(at))
    if (at > 1) triples[placeOf(letters)] = 1
  }
  return triples
}

/** Several triples share a place, so that a word may be missing all the same. */
function mayHave(triples: Uint8Array, word: string): boolean {
  let letters = 0
  for (let at = 0; at < word.length; at++) {
    letters = followed(letters, word.charCodeAt(at))
    if (at > 1 && triples[placeOf(letters)] === 0) return false
  }
  return true
}

/** The last three letters as one number. */
function followed(letters: number, next: number): number {
  return ((letters << 8) ^ next) & 0xffffff
}

function placeOf(letters: number): number {
  return Math.imul(letters, 0x9e3779b1) >>> (32 - PLACES)
}
