import { isUsualWord } from '../../src/digest/classify/usual-words.ts'
import { withoutAccents, wordsIn } from '../../src/digest/classify/words.ts'
import type { Vocabulary } from './examples.ts'
import { NAMES_OF_TOOLS } from './names-of-tools.ts'
import { CLAUSES } from './phrases/clauses.ts'
import type { Dialogue } from './read-dialogue.ts'
import { CLASSES, familiesOf } from './split.ts'

/** What fewer writers or families of phrases than these use tells nothing, and is likely a name. */
const LEAST_SOURCES = 2
/** In German every noun has a capital. */
const GERMAN = /\b(?:der|die|das|den|dem|und|ist|nicht|wir|auf|für|mit|ein|eine|noch|wird)\b/
const CAPITAL = /(?<=\p{L}[\p{L}'’,-]* )\p{Lu}\p{Ll}[\p{L}'’-]*/gu

/** The words that several writers use, and that are no names; others are taken for names. */
export function vocabularyOf(written: readonly Dialogue[]): Vocabulary {
  const sources = new Map<string, Set<string>>()
  const names = new Map<string, number>()
  const note = (text: string, source: string) => {
    for (const word of wordsIn(text)) {
      const seen = sources.get(word)
      if (seen) seen.add(source)
      else sources.set(word, new Set([source]))
    }
  }
  for (const { name, sentences } of written) {
    for (const { text } of sentences) {
      note(text, name.split('/')[0]!)
      if (GERMAN.test(text)) continue
      for (const [capital] of text.matchAll(CAPITAL)) {
        const word = withoutAccents(capital.toLowerCase())
        names.set(word, (names.get(word) ?? 0) + 1)
      }
    }
  }
  for (const text of Object.values(CLAUSES).flat()) note(text, `clause ${text}`)
  for (const kind of CLASSES) {
    for (const { phrases } of familiesOf(kind, 'development'))
      for (const phrase of phrases) note(phrase.replace(/\{\w\}|<\w+>/g, ' '), phrases[0]!)
  }
  const isName = (word: string) =>
    NAMES_OF_TOOLS.has(word) || (!isUsualWord(word) && (names.get(word) ?? 0) >= (sources.get(word)?.size ?? 0))
  const all = new Set(
    [...sources].filter(([word, { size }]) => size >= LEAST_SOURCES && !isName(word)).map(([word]) => word),
  )
  const stems = new Set([...all].map((word) => word.slice(0, 5)))
  return {
    all,
    isKnown: (word) => all.has(word),
    isPlain: (feature) =>
      feature.startsWith('w ') ? all.has(feature.slice(2)) : !feature.startsWith('s ') || stems.has(feature.slice(2)),
  }
}
