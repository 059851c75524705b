/** Letters of scripts that put no spaces between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+/g
const HAS_UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/
const WORD = /§\w|\p{L}[\p{L}'’-]*|[?!:;]/gu

export function isUnspaced(text: string): boolean {
  return HAS_UNSPACED.test(text)
}

const ACCENTED = /[À-ɏ]/
const ACCENTS = /[\u0300-\u036f]/g

/** As who leaves out accents types it. */
export function withoutAccents(text: string): string {
  return ACCENTED.test(text) ? text.normalize('NFD').replace(ACCENTS, '').normalize('NFC') : text
}

/**
 * The words of a sentence in lower case and without accents, with the marks that ask or list. Chinese and Japanese come as
 * pairs of letters.
 */
export function wordsIn(text: string): string[] {
  const words: string[] = withoutAccents(text.toLowerCase()).match(WORD) ?? []
  if (text.includes('’')) for (let at = 0; at < words.length; at++) words[at] = words[at]!.replace('’', "'")
  return isUnspaced(text) ? words.flatMap((word) => (isUnspaced(word) ? pairsIn(word) : [word])) : words
}

/** `不需要` is 不需 and 需要. */
export function pairsIn(word: string): readonly string[] {
  const pairs: string[] = []
  for (const [run] of word.matchAll(UNSPACED)) {
    if (run.length === 1) pairs.push(run)
    for (let at = 0; at + 1 < run.length; at++) pairs.push(run.slice(at, at + 2))
  }
  return [...pairs, ...word.split(UNSPACED).filter((rest) => rest !== '')]
}
