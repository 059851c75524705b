import type { Name } from '../prose/names.ts'
import type { Speaker } from '../round.ts'
import { featuresOf } from './features.ts'
import { WEIGHTS } from './weights.ts'

/** What a sentence may be for. */
export type SentenceClass =
  | 'decision'
  | 'assent'
  | 'proposal'
  | 'question'
  | 'constraint'
  | 'fact'
  | 'thread'
  | 'closing'
  | 'request'
  | 'report'
  | 'musing'
  | 'chatter'

export type Chances = Readonly<Record<SentenceClass, number>>

const CLASSES = WEIGHTS.classes as readonly SentenceClass[]
const WORDS_KNOWN = new Set(WEIGHTS.words.split(' '))
/** Of each feature a letter for each class: the further from this one in the alphabet, the more it tells. */
const ZERO = WEIGHTS.zero.charCodeAt(0)
const FEATURES: ReadonlyMap<string, string> = new Map(
  WEIGHTS.features.split('\n').map((line) => [line.slice(CLASSES.length), line.slice(0, CLASSES.length)]),
)

/** What a sentence of usual length has; of a longer one each feature tells less. */
const USUAL = 60

/** A word that the phrases it was trained on have; others are taken for names. */
export function isKnownWord(word: string): boolean {
  return WORDS_KNOWN.has(word)
}

/**
 * How likely a sentence is each of the classes. A linear model of words, their order and who spoke, trained on phrases
 * written for it (bench/digest/train.ts): the same sentence always gets the same answer, on every machine.
 */
export function classify(sentence: string, who: Speaker, names: readonly Name[], setting: readonly string[]): Chances {
  const scores = new Array<number>(CLASSES.length).fill(0)
  const features = featuresOf(sentence, who, isKnownWord, names, setting)
  for (const feature of features) {
    const weights = FEATURES.get(feature)
    if (!weights) continue
    for (let at = 0; at < scores.length; at++) scores[at]! += weights.charCodeAt(at) - ZERO
  }
  const most = Math.max(...scores)
  const scale = WEIGHTS.scale * Math.sqrt(Math.max(1, features.length / USUAL))
  let sum = 0
  for (let at = 0; at < scores.length; at++) {
    scores[at] = Math.exp((scores[at]! - most) / scale)
    sum += scores[at]!
  }
  const chances: Partial<Record<SentenceClass, number>> = {}
  for (let at = 0; at < scores.length; at++) chances[CLASSES[at]!] = scores[at]! / sum
  return chances as Chances
}
