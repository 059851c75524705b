import { type Chances, classify, isKnownWord } from '../classify/classify.ts'
import { type Categories, categoriesOf } from '../classify/lexicon.ts'
import { matterOf } from '../classify/matter.ts'
import { isUsualWord } from '../classify/usual-words.ts'
import { isUnspaced, withoutAccents, wordsIn } from '../classify/words.ts'
import type { Speaker } from '../round.ts'
import { type Name, namesIn } from './names.ts'
import { ownWords } from './own-words.ts'
import type { Scene } from './scene.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import { settingOf } from './setting.ts'

/** A sentence with what it names and what it is likely to be for. */
export interface Voice extends Sentence {
  readonly who: Speaker
  readonly chances: Chances
  /** Where it is; see setting.ts. */
  readonly setting: () => readonly string[]
  /** Keys of what it names; words that no phrase has are taken for names too. */
  readonly names: readonly string[]
  /** What it speaks of, by the beginnings of its words; see matter.ts. */
  readonly matters: readonly string[]
  /** Those that look like something one can choose: neither paths nor numbers. */
  readonly options: readonly string[]
  /** How many of those look like a name, and are no word that merely nobody used before. */
  readonly named: number
  readonly hasPath: boolean
  /** Whether it is part of so long a message that much of that comes from elsewhere. */
  readonly isPasted: boolean
  /** Whether work of the same round followed: what an agent tells then is how it is getting on. */
  readonly isUnderWay: boolean
  /** Whether it is one of many that an agent says at once: an explanation or a report, for the most part. */
  readonly isOneOfMany: boolean
  /** Whether most of its words are of a language that no phrase has. */
  readonly isForeign: boolean
  readonly asks: boolean
  /** What its words mean for it; see the lexicon. */
  readonly categories: Categories
}

/** A message longer than this is pasted, for the most part: only its beginning and end are read. */
const PASTED = 20
/** Longer than what people usually write themselves. */
const LONG = 10
const KEPT = 6
/** More sentences of an agent than these explain or report. */
const MANY = 5
/** What is code, a log or a table, whoever put it there. */
const NO_SENTENCE =
  /^(?:\w*Error|error|fatal|warning|hint): |\bnpm (?:error|ERR!)|❯|[{};]\s*$|=>|===|&&|^(?:\/\/|[✔×✗│▲]|\W*(?!TODO|FIXME)\w+\()|[│·━─┌└┐┘�]|\S •|<\w+>$|\b[0-9a-f]{20,}\b/
/** Endings of words that name nothing, however seldom they are. */
const ORDINARY =
  /(?:tion|sion|ings?|ness|ly|ments?|able|ible|ous|ive|ives|ally|ance|ence|ities|ity|edly|ed|ful|less|ism|ists?|ship|ung|ungen|heit|keit|lich|isch|mente|ment|ción|ações|ção|zione|eren|ieren)$/
/** Where more words than these are unknown, the language is, and none of them is taken for a name. */
const MOST_LOOSE = 2
/** In German every noun has a capital: alone it is no sign of a name. */
const GERMAN = /\b(?:der|die|das|den|dem|des|und|ist|sind|nicht|wir|auf|für|mit|ein|eine|noch|zum|zur|wird|von)\b/
/** What no name of a thing has, and an expression in code does. */
const CODE = /[()=<>{}[\]&|*]| \S+ /
const WORD = /[\p{L}][\p{L}\p{N}-]{3,}/gu

export function voicesOf(text: string, who: Speaker, isUnderWay: boolean, scene: Scene): readonly Voice[] {
  const own = who === 'user' ? ownWords(text) : { text, isOfDocument: false, ending: '' }
  const all = sentencesOf(own.text).filter((sentence) => !NO_SENTENCE.test(sentence.text))
  const read = who === 'user' && all.length > PASTED ? [...all.slice(0, KEPT), ...all.slice(-KEPT)] : all
  const isLong = who === 'user' && all.length > LONG
  const voices: Voice[] = []
  for (const sentence of read) {
    const place = {
      isPasted: isLong || (own.isOfDocument && !own.ending.includes(sentence.text)),
      isUnderWay: who === 'agent' && isUnderWay,
      isOneOfMany: who === 'agent' && all.length > MANY,
    }
    const at = voices.length
    voices.push(voiceOf(sentence, who, place, () => settingOf(voices, at, scene)))
  }
  return voices
}

export function voiceOf(
  sentence: Sentence,
  who: Speaker,
  { isPasted, isUnderWay, isOneOfMany }: Pick<Voice, 'isPasted' | 'isUnderWay' | 'isOneOfMany'>,
  setting: () => readonly string[],
): Voice {
  const { text, below, isListed, at, paragraph } = sentence
  const found = namesIn(text)
  const names = new Set(found.map((name) => name.key))
  const spoken = wordsIn(text)
  const categories = categoriesOf(spoken)
  const isGerman = found.some(({ form }) => form === 'proper') && GERMAN.test(text) && !isTaking(categories)
  const options = new Set<string>()
  for (const name of found) if (isOption(name, isGerman)) options.add(name.key)
  const named = options.size
  const loose = new Set<string>()
  const words = withoutNames(text, found).match(WORD) ?? []
  for (const word of words) {
    const key = word.toLowerCase()
    if (isOrdinary(key) || isUnspaced(key)) continue
    names.add(key)
    if (!ORDINARY.test(key)) loose.add(key)
  }
  if (loose.size <= MOST_LOOSE) for (const key of loose) options.add(key)
  return Object.assign(new Weighing(text, who, found, setting), {
    text,
    below,
    isListed,
    at,
    paragraph,
    who,
    names: [...names],
    matters: [...new Set(spoken.map(matterOf))].filter((one) => one !== ''),
    options: [...options],
    named,
    isForeign: loose.size > MOST_LOOSE && loose.size > words.length / 2 && categories.names().length < 2,
    isPasted,
    isUnderWay,
    isOneOfMany,
    hasPath: found.some(({ form, key }) => form === 'path' && !key.includes('://')),
    asks: /\?["'”)]*\s*$/.test(text) || QUESTION.test(text) || ASKED_OF.test(text),
    categories,
  })
}

/** Asks the classifier when somebody wants to know, once: most sentences are passed over before that. */
class Weighing {
  readonly setting: () => readonly string[]
  readonly #ask: () => Chances
  #chances: Chances | undefined

  constructor(text: string, who: Speaker, names: readonly Name[], setting: () => readonly string[]) {
    this.setting = setting
    this.#ask = () => classify(text, who, names, setting())
  }

  get chances(): Chances {
    this.#chances ??= this.#ask()
    return this.#chances
  }
}

/** Whether a name looks like something one can choose. */
function isOption({ form, key, text }: Name, isGerman: boolean): boolean {
  if (form === 'path' || form === 'number' || (isGerman && form === 'proper')) return false
  return !CODE.test(key) && !isCapitalised(text, key)
}

/** How a question begins, for those who leave the mark out. */
const QUESTION =
  /^(?:(?:so|and|but|also|ok|okay|then|wait|hmm|well),? )*(?:(?:do|does|did) (?:i|you|we|they|he|she)|(?:is|are|was|were|am) (?:i|you|we|they|it|there|this|that|these|those)|should (?:i|you|we|they)|(?:what|which|why|how) (?:is|are|was|were|do|does|did)|(?:what|which) \w+ (?:of \w+ )?(?:is|are|was|were) there|does|did|is|are|was|were|can|could|would|will)\b[^,:;!]*$/i

/** `and the table, is that used anywhere` */
const ASKED_OF =
  /, (?:is|are|was|were|does|do|did|can|should) (?:that|it|this|they|those|these|there|we|i)\b[^,:;!.]*$/i

const MOST_WORDS = 20_000
const ordinary = new Map<string, boolean>()

/** Whether a word is one that people use for everything. */
function isOrdinary(word: string): boolean {
  let is = ordinary.get(word)
  if (is === undefined) {
    const plain = withoutAccents(word)
    is = isKnownWord(plain) || isKnownWord(plain.replace(/(?:s|ed|ing|es)$/, '')) || isUsualWord(plain)
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

/** The sentence with a blank for each name: their parts are no words of their own. */
function withoutNames(text: string, names: readonly Name[]): string {
  let bare = ''
  let end = 0
  for (const { at, text: name } of names) {
    bare += `${text.slice(end, at)} `
    end = at + name.length
  }
  return bare + text.slice(end)
}

/** Whether there are words of choosing. */
function isTaking(categories: Categories): boolean {
  return categories.has('choose') || categories.has('reject') || categories.has('contrast')
}
