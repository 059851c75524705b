import type { Query, Term } from '../../record/indexing/query.ts'
import { isStopWord } from './stop-words.ts'
import { unspaced } from './unspaced.ts'

/** More words than anybody means. */
const MOST_TERMS = 48
const LONGEST = 20_000

/** `-word` or `-"a phrase"`, a phrase, or what is between spaces. */
const TYPED = /(?<=^|\s)-(?:"([^"]*)"?|([\p{L}\p{N}_]\S*))|"([^"]*)"?|(\S+)/gu

const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{M}\p{N}\p{Co}]*/gu

/**
 * Reads what a person types: words, whole questions, "phrases", prefix*, -without, code and paths. Anything is a query;
 * what has no letters and digits asks for nothing.
 */
export function parseQuery(text: string): Query {
  const terms: Term[] = []
  const without: Term[] = []
  for (const [, noPhrase, noWord, phrase, typed] of cleaned(text).matchAll(TYPED)) {
    if (noPhrase !== undefined) without.push(...phraseTerm(noPhrase))
    else if (noWord !== undefined) without.push(...termsOf(noWord))
    else if (phrase !== undefined) terms.push(...phraseTerm(phrase))
    else terms.push(...termsOf(typed!))
  }
  const telling = terms.filter((term) => term.isRequired || !isStopWord(term.forms[0]!))
  return { terms: unique(telling.length > 0 ? telling : terms), without: unique(without) }
}

/** Several queries of which all must hold. */
export function joinQueries(queries: readonly Query[]): Query {
  if (queries.length === 1) return queries[0]!
  return {
    terms: unique(queries.flatMap((query) => query.terms.map((term) => ({ ...term, isRequired: true })))),
    without: unique(queries.flatMap((query) => query.without)),
  }
}

function cleaned(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
}

function phraseTerm(phrase: string): readonly Term[] {
  const words = wordsOf(phrase)
  if (words.length === 0) return []
  return [
    {
      typed: phrase.trim(),
      forms: [words.join(' ')],
      isPrefix: false,
      literal: literalOf(phrase.trim()),
      isRequired: true,
      isQuoted: true,
    },
  ]
}

function termsOf(typed: string): readonly Term[] {
  const isPrefix = /[\p{L}\p{N}]\*$/u.test(typed)
  const bare = trimmed(typed)
  if (unspaced().one.test(bare)) return [...unspacedTerms(bare), ...termsOfAll(bare.replace(unspaced().runs, ' '))]
  const words = wordsOf(bare)
  if (words.length === 0) return []
  const literal = literalOf(bare)
  const forms =
    words.length === 1 ? (isPrefix || literal !== null ? words : formsOf(words[0]!)) : codeForms(bare, words)
  return [{ typed: bare, forms, isPrefix, literal, isRequired: false }]
}

/** The whole of it, and its end: a file by its base name, a function without what it belongs to. */
function codeForms(typed: string, words: readonly string[]): readonly string[] {
  const whole = words.join(' ')
  const base = wordsOf(typed.split(/[/\\]|::|->/).at(-1)!).join(' ')
  const end = words.at(-1)!
  const isFile = /\.\w{1,5}$/.test(typed)
  return [...new Set([whole, base, ...(isFile || end.length < 4 ? [] : [end])])].filter((form) => form !== '')
}

const termsOfAll = (text: string) => text.split(' ').flatMap((typed) => (typed === '' ? [] : termsOf(typed)))

/** Two characters at a time: what is written without spaces has no words to be seen. */
function unspacedTerms(typed: string): readonly Term[] {
  return [...typed.matchAll(unspaced().runs)].flatMap(([run]) => {
    const characters = [...run]
    const pairs = characters.slice(1).map((character, at) => characters[at]! + character)
    return (pairs.length === 0 ? characters : pairs).map((typed) => ({
      typed,
      forms: [typed],
      isPrefix: false,
      literal: null,
      isRequired: false,
    }))
  })
}

/** Without the signs of a sentence around it; `C++`, `--flag` and `foo()` keep theirs. */
function trimmed(typed: string): string {
  return typed
    .replace(/^[("'`[{<]+/, '')
    .replace(/[.,;:!?"'`\]}>…]+$/, '')
    .replace(/\*+$/, '')
    .replace(/^\*+/, '')
    .replace(/(?<!\()\)+$/, '')
    .replace(/'s$/, '')
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replace(/(?<=\p{L})'s(?!\p{L})/gu, '')
      .match(WORD) ?? []
  ).slice(0, MOST_TERMS)
}

/** What must be there sign for sign; null where its words say the same. */
function literalOf(text: string): string | null {
  const literal = text.toLowerCase()
  const isPlain =
    /^[\p{L}\p{M}\p{N}\p{Co}\s]*$/u.test(literal) || /^[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*$/u.test(literal)
  return isPlain ? null : literal
}

function unique(terms: readonly Term[]): readonly Term[] {
  const byForm = new Map<string, Term>()
  for (const term of terms) {
    const key = `${term.forms[0]}${term.isPrefix ? '*' : ''}`
    const known = byForm.get(key)
    if (!known || (term.isRequired && !known.isRequired)) byForm.set(key, term)
  }
  return [...byForm.values()].slice(0, MOST_TERMS)
}

/** Forms that no rule makes of one another. Regular endings are the index's own affair. */
const FORMS = `
  arise arose arisen|awake awoke awoken|bear bore born borne|beat beaten|become became|begin began begun|bend bent|
  bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|
  burn burnt|buy bought|catch caught|choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|
  draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|
  fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|
  forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grind ground|grow grew grown|
  hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|lean leant|
  learn learnt|leave left|lend lent|lie lay lain|light lit|lose lost|make made|mean meant|meet met|overcome overcame|
  override overrode overridden|overwrite overwrote overwritten|pay paid|prove proven|rebuild rebuilt|redo redid redone|
  rewrite rewrote rewritten|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|
  sell sold|send sent|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|
  sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|speed sped|spend spent|spin spun|spring sprang sprung|
  stand stood|steal stole stolen|stick stuck|sting stung|strike struck|swear swore sworn|sweep swept|swell swollen|
  swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|
  understand understood|undo undid undone|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|wind wound|
  withdraw withdrew withdrawn|write wrote written|
  analysis analyses|appendix appendices|axis axes|child children|crisis crises|criterion criteria|datum data|foot feet|
  half halves|hypothesis hypotheses|index indices indexes|knife knives|leaf leaves|life lives|man men|matrix matrices|
  mouse mice|person people|schema schemata|shelf shelves|thief thieves|tooth teeth|vertex vertices|wife wives|woman women`

const byForm = new Map(
  FORMS.split('|')
    .map((line) => line.trim().split(/\s+/))
    .flatMap((forms) => forms.map((form) => [form, forms] as const)),
)

/** The word and its irregular forms, the word first. */
function formsOf(word: string): readonly string[] {
  const forms = byForm.get(word)
  return forms ? [word, ...forms.filter((form) => form !== word)] : [word]
}
