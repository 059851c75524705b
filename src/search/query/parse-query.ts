import type { Query, Term } from '../../record/indexing/query.ts'
import { isStopWord } from './stop-words.ts'
import { formsOf } from './word-forms.ts'

/** More words than anybody means. */
const MOST_TERMS = 48
const LONGEST = 20_000

/** Scripts that are written without spaces, or whose words carry their endings with them. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]/u
const UNSPACED_RUN = new RegExp(`${UNSPACED.source}+`, 'gu')

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
  if (UNSPACED.test(bare)) return [...unspacedTerms(bare), ...termsOfAll(bare.replace(UNSPACED_RUN, ' '))]
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
  return [...typed.matchAll(UNSPACED_RUN)].flatMap(([run]) => {
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
