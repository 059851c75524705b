import { type Chances, classify, isKnownWord } from '../classify/classify.ts'
import { categoriesOf } from '../classify/lexicon.ts'
import type { Speaker } from '../round.ts'
import { namesIn } from './names.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

/** A sentence with what it names and what it is likely to be for. */
export interface Voice extends Sentence {
  readonly who: Speaker
  readonly chances: Chances
  /** Keys of what it names; words that no phrase has are taken for names too. */
  readonly names: readonly string[]
  /** Those with a form that only names have. */
  readonly marked: number
  readonly asks: boolean
  /** What its words mean for it; see the lexicon. */
  readonly categories: ReadonlySet<string>
}

/** A message longer than this is pasted, for the most part: only its beginning and end are read. */
const PASTED = 60
const KEPT = 15
const WORD = /[\p{L}][\p{L}\p{N}-]{3,}/gu

export function voicesOf(text: string, who: Speaker): readonly Voice[] {
  const all = sentencesOf(text)
  const read = who === 'user' && all.length > PASTED ? [...all.slice(0, KEPT), ...all.slice(-KEPT)] : all
  return read.map((sentence) => voiceOf(sentence, who))
}

function voiceOf(sentence: Sentence, who: Speaker): Voice {
  const names = namesIn(sentence.text)
  const keys = new Set(names.map((name) => name.key))
  for (const [word] of sentence.text.matchAll(WORD)) {
    const key = word.toLowerCase()
    if (!isKnownWord(key) && !isKnownWord(key.replace(/(?:s|ed|ing|es)$/, ''))) keys.add(key)
  }
  return {
    ...sentence,
    who,
    chances: classify(sentence.text, who),
    names: [...keys],
    marked: names.length + (startsWithName(sentence.text) ? 1 : 0),
    asks: /\?["'”)]*\s*$/.test(sentence.text),
    categories: categoriesOf(sentence.text.toLowerCase().match(/[\p{L}'-]+/gu) ?? []),
  }
}

/** Whether the first word, whose capital tells nothing, is one that no phrase has. */
function startsWithName(text: string): boolean {
  const first = /^[\p{Lu}][\p{Ll}]{2,}/u.exec(text)?.[0].toLowerCase()
  return first !== undefined && !isKnownWord(first)
}
