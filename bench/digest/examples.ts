import { featuresOf } from '../../src/digest/classify/features.ts'
import { wordsIn } from '../../src/digest/classify/words.ts'
import type { Speaker } from '../../src/digest/round.ts'
import { fill, PARTS, pick, type Random } from './fill.ts'
import { CLAUSES } from './phrases/clauses.ts'
import type { Class, Family } from './phrases/phrase.ts'
import { CLASSES } from './split.ts'

export interface Example {
  readonly features: readonly string[]
  readonly label: number
  /** The phrase it was made of, or itself where each copy is put together anew. */
  readonly source: string
  /** So that classes with many phrases count no more than others. */
  readonly weight: number
}

export type FamiliesByClass = (name: Class) => readonly Family[]

const COPIES = 12
/** Of a phrase that is put together from clauses: each copy has others. */
const COPIES_COMPOSED = 40
/** How often a word is taken for one that was never heard, so that the others must carry the sentence. */
const UNHEARD = 0.2
const OPENERS = [
  '',
  '',
  '',
  '',
  'By the way, ',
  'One more thing: ',
  'Also, ',
  'So ',
  'Right, ',
  'OK, ',
  'And ',
  'But ',
  'Note: ',
  'Quick note: ',
]
const TAILS = ['', '', '', '', ' for now', ' as of today', ', as far as I can tell', ' (see above)', ', by the way']

/** Sentences with their features; `isVaried`: with the words that people put around a sentence, as for training. */
export function examplesOf(
  families: FamiliesByClass,
  random: Random,
  words: Vocabulary,
  isVaried: boolean,
): readonly Example[] {
  const examples: Example[] = []
  for (const [label, name] of CLASSES.entries()) {
    const all = families(name)
    const total = all.reduce((sum, { phrases }) => sum + phrases.reduce((many, one) => many + copiesOf(one), 0), 0)
    for (const { who, phrases } of all) {
      for (const phrase of phrases) {
        for (let copy = 0; copy < copiesOf(phrase); copy++) {
          const speakers: readonly Speaker[] = who === 'both' ? ['user', 'agent'] : [who]
          const text = isVaried ? varied(phrase, random) : fill(phrase, random).text
          const features = featuresOf(text, pick(random, speakers), words.isKnown).filter(words.isPlain)
          const source = phrase.includes('<') ? `${phrase} ${copy}` : phrase
          examples.push({ features, label, source, weight: 900 / total })
        }
      }
    }
  }
  return examples
}

function copiesOf(phrase: string): number {
  return phrase.includes('<') ? COPIES_COMPOSED : COPIES
}

/** The phrase with names in it, and sometimes the words that people put around a sentence. */
function varied(phrase: string, random: Random): string {
  const { text } = fill(phrase, random)
  const opener = pick(random, OPENERS)
  const started =
    opener === '' ? text : opener + (/^[A-Z][a-z]* /.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text)
  const whole = started.replace(/([.!]?)$/, (end) => pick(random, TAILS) + end)
  return random() < 0.5
    ? whole
    : whole.replace(/(?<![\w{/])[a-zà-ÿ]{4,}(?![\w}/])/g, (word) => (random() < UNHEARD ? 'qqqq' : word))
}

export interface Vocabulary {
  readonly all: ReadonlySet<string>
  readonly isKnown: (word: string) => boolean
  /** A feature made of a name that was filled in tells nothing. */
  readonly isPlain: (feature: string) => boolean
}

/** The words of the phrases themselves, without the names that are filled in. */
export function vocabularyOf(families: FamiliesByClass): Vocabulary {
  const vocabulary = new Set(
    [
      ...CLASSES.flatMap((name) => families(name).flatMap(({ phrases }) => phrases)),
      ...OPENERS,
      ...TAILS,
      ...PARTS,
      ...Object.values(CLAUSES).flat(),
    ].flatMap((phrase) => wordsIn(phrase.replace(/\{\w\}|<\w+>/g, ' '))),
  )
  const stems = new Set([...vocabulary].map((word) => word.slice(0, 5)))
  return {
    all: vocabulary,
    isKnown: (word) => vocabulary.has(word),
    isPlain: (feature) =>
      feature.startsWith('w ')
        ? vocabulary.has(feature.slice(2))
        : !feature.startsWith('s ') || stems.has(feature.slice(2)),
  }
}
