/** Letters of scripts that put no spaces between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+/g
const HAS_UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/
const WORD = /§\w|\p{L}[\p{L}'’-]*|[?!:;]/gu

export function isUnspaced(text: string): boolean {
  return HAS_UNSPACED.test(text)
}

/** Words as who leaves out apostrophes types them. */
const WITH_MARK = new Map(
  "don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't mustn't hasn't haven't hadn't needn't ain't let's i'm i've that's what's there's you're they're we've you've who's"
    .split(' ')
    .map((word) => [word.replace("'", ''), word]),
)

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
  const hasMark = text.includes('’')
  for (let at = 0; at < words.length; at++) {
    const word = hasMark ? words[at]!.replace('’', "'") : words[at]!
    words[at] = WITH_MARK.get(word) ?? word
  }
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
