import { type Chances, classify, isKnownWord } from '../classify/classify.ts'
import { categoriesOf } from '../classify/lexicon.ts'
import { isUsualWord } from '../classify/usual-words.ts'
import { isUnspaced, wordsIn } from '../classify/words.ts'
import type { Speaker } from '../round.ts'
import { type Name, namesIn } from './names.ts'
import { ownWords } from './own-words.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

/** A sentence with what it names and what it is likely to be for. */
export interface Voice extends Sentence {
  readonly who: Speaker
  readonly chances: Chances
  /** Keys of what it names; words that no phrase has are taken for names too. */
  readonly names: readonly string[]
  /** Those that look like something one can choose: neither paths nor numbers. */
  readonly options: readonly string[]
  /** How many of those look like a name, and are no word that merely nobody used before. */
  readonly named: number
  readonly hasPath: boolean
  /** Whether it is part of so long a message that much of that comes from elsewhere. */
  readonly isPasted: boolean
  /** Whether work of the same round followed: what an agent tells then is how it is getting on. */
  readonly isUnderWay: boolean
  /** Whether most of its words are of a language that no phrase has. */
  readonly isForeign: boolean
  readonly asks: boolean
  /** What its words mean for it; see the lexicon. */
  readonly categories: ReadonlySet<string>
}

/** A message longer than this is pasted, for the most part: only its beginning and end are read. */
const PASTED = 20
/** Longer than what people usually write themselves. */
const LONG = 10
const KEPT = 6
/** What is code, a log or a table, whoever put it there. */
const NO_SENTENCE =
  /^(?:\w*Error|error|fatal|warning|hint): |\bnpm (?:error|ERR!)|❯|[{};]\s*$|=>|===|&&|^(?:\/\/|[✔×✗│▲]|\W*(?!TODO|FIXME)\w+\()|[│·━─┌└┐┘�]|\b[0-9a-f]{20,}\b/
/** Endings of words that name nothing, however seldom they are. */
const ORDINARY =
  /(?:tion|sion|ings?|ness|ly|ments?|able|ible|ous|ive|ives|ally|ance|ence|ities|ity|edly|ed|ful|less|ism|ists?|ship|ung|ungen|heit|keit|lich|isch|mente|ment|ción|ações|ção|zione|eren|ieren)$/
/** Where more words than these are unknown, the language is, and none of them is taken for a name. */
const MOST_LOOSE = 2
const NEVER: ReadonlySet<Name['form']> = new Set(['path', 'number'])
/** In German every noun has a capital: alone it is no sign of a name. */
const NEVER_GERMAN: ReadonlySet<Name['form']> = new Set(['path', 'number', 'proper'])
const GERMAN = /\b(?:der|die|das|den|dem|des|und|ist|sind|nicht|wir|auf|für|mit|ein|eine|noch|zum|zur|wird|von)\b/
/** What no name of a thing has, and an expression in code does. */
const CODE = /[()=<>{}[\]&|*]| \S+ /
const WORD = /[\p{L}][\p{L}\p{N}-]{3,}/gu

export function voicesOf(text: string, who: Speaker, isUnderWay = false): readonly Voice[] {
  const own = who === 'user' ? ownWords(text) : { text, isOfDocument: false }
  const all = sentencesOf(own.text).filter((sentence) => !NO_SENTENCE.test(sentence.text))
  const read = who === 'user' && all.length > PASTED ? [...all.slice(0, KEPT), ...all.slice(-KEPT)] : all
  const message = {
    isPasted: who === 'user' && (own.isOfDocument || all.length > LONG),
    isUnderWay: who === 'agent' && isUnderWay,
  }
  return read.map((sentence) => voiceOf(sentence, who, message))
}

export function voiceOf(
  sentence: Sentence,
  who: Speaker,
  { isPasted, isUnderWay }: Pick<Voice, 'isPasted' | 'isUnderWay'>,
): Voice {
  const names = namesIn(sentence.text)
  const keys = new Set(names.map((name) => name.key))
  const categories = categoriesOf(wordsIn(sentence.text))
  const noOption = GERMAN.test(sentence.text) && !isTaking(categories) ? NEVER_GERMAN : NEVER
  const options = new Set(
    names
      .filter(({ form, key, text }) => !noOption.has(form) && !CODE.test(key) && !isCapitalised(text, key))
      .map((name) => name.key),
  )
  const named = options.size
  const loose = new Set<string>()
  let words = 0
  for (const [word] of withoutNames(sentence.text, names).matchAll(WORD)) {
    const key = word.toLowerCase()
    words++
    if (isOrdinary(key) || isUnspaced(key)) continue
    keys.add(key)
    if (!ORDINARY.test(key)) loose.add(key)
  }
  if (loose.size <= MOST_LOOSE) for (const key of loose) options.add(key)
  let chances: Chances | undefined
  return {
    ...sentence,
    who,
    get chances() {
      chances ??= classify(sentence.text, who, names)
      return chances
    },
    names: [...keys],
    options: [...options],
    named,
    isForeign: loose.size > MOST_LOOSE && loose.size > words / 2,
    isPasted,
    isUnderWay,
    hasPath: names.some(({ form, key }) => form === 'path' && !key.includes('://')),
    asks: /\?["'”)]*\s*$/.test(sentence.text) || QUESTION.test(sentence.text),
    categories,
  }
}

/** How a question begins, for those who leave the mark out. */
const QUESTION =
  /^(?:(?:so|and|but|also|ok|okay|then|wait|hmm|well),? )*(?:(?:do|does|did) (?:i|you|we|they|he|she)|(?:is|are|was|were|am) (?:i|you|we|they|it|there|this|that|these|those)|should (?:i|you|we|they)|(?:what|which|why|how) (?:is|are|was|were|do|does|did)|(?:what|which) \w+ (?:of \w+ )?(?:is|are|was|were) there|does|did|is|are|was|were|can|could|would|will)\b[^,:;!]*$/i

const MOST_WORDS = 20_000
const ordinary = new Map<string, boolean>()

/** Whether a word is one that people use for everything. */
function isOrdinary(word: string): boolean {
  let is = ordinary.get(word)
  if (is === undefined) {
    is = isKnownWord(word) || isKnownWord(word.replace(/(?:s|ed|ing|es)$/, '')) || isUsualWord(word)
    if (ordinary.size >= MOST_WORDS) ordinary.clear()
    ordinary.set(word, is)
  }
  return is
}

/** `OK`, `TODO`, `Where`: a word like others that has capitals. */
function isCapitalised(text: string, key: string): boolean {
  if (/^\p{Lu}{2,}$/u.test(text)) return isOrdinary(key)
  return /^\p{Lu}\p{Ll}+$/u.test(text) && isKnownWord(key) && (isUsualWord(key) || key.length < 4)
}

/** The sentence with its names blanked out: their parts are no words of their own. */
function withoutNames(text: string, names: readonly Name[]): string {
  let bare = text
  for (const { at, text: name } of names)
    bare = bare.slice(0, at) + ' '.repeat(name.length) + bare.slice(at + name.length)
  return bare
}

/** Whether there are words of choosing. */
export function isTaking(categories: ReadonlySet<string>): boolean {
  return categories.has('choose') || categories.has('reject') || categories.has('contrast')
}
