import { topicWords } from '../topics.ts'

/**
 * What a text names: numbers, paths, identifiers, ids, hosts, and words that are written with a capital inside a sentence.
 * These can be looked up; what a sentence says of them cannot. Each comes with the spellings that stand for it, of which
 * the record must have one; where one is a list, all of its parts.
 */
export interface Name {
  readonly name: string
  readonly kind: 'number' | 'hash' | 'word' | 'name'
  readonly spellings: readonly (readonly string[])[]
  /** Of a number: the words before and after it, which say of what it is. */
  readonly beside?: readonly string[]
}

/** One letter in a script with capitals; other scripts part names as spaces do, and a comma does but in `1,483`. */
const TOKEN = /(?:[\p{Script=Latin}\p{Nd}_$@#~/\\.:+%&=’'-]|(?<=\d),(?=\d{3}(?!\d)))+/gu
const EDGES = /^[.:,;'’&=+-]+(?![-\w])|^['’&=+:;]+|[.:,;'’&=+\\/~-]+$/g
/** How files end that are known by that. */
export const FILE =
  /\.(?:[cm]?[jt]sx?|json[lc5]?|ya?ml|toml|md|mdx|txt|py|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|sql|html?|s?css|xml|csv|lock|env|cfg|conf|ini|log|db|vue|svelte)$/i
/** Four words that hyphens join are a name, `state-of-the-art` is not. */
const MANY_PARTS =
  /^(?!.*-(?:of|the|to|in|and|or|up|by|on|a|an|for|not|no|as|is|it|be|out|off|at|with|per|than|then)-)(?:[A-Za-z0-9]+-){3,}[A-Za-z0-9]+$/
const HASH = /^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}$/
const NUMBER = /^[$€£#~]?(\d[\d.,_]*?)([a-z%µ]{0,3})$/iu
/** What is written in capitals everywhere, and the words for those who speak in a session. */
const COMMON = new Set(
  'api cli url ui id ids ci cd pr prs db sql http https json yaml csv html css ok todo utc os ide qa ai llm mcp user agent round rounds session claude codex gemini stet english german french i’m i’ll'.split(
    ' ',
  ),
)
/** German writes every noun with a capital: there, one says nothing. */
const GERMAN =
  /\b(?:der|die|das|dem|den|des|und|oder|aber|nicht|kein\w*|ist|sind|wird|werden|hat|kommt|geht|bleibt|ein|eine[mnrs]?|für|mit|auf|aus|nach|von|vor|bei[m]?|vom|zum|zur|im|durch|über|unter|wenn|dass|weg|heraus|hinaus|oben|unten|rechts|links)\b|[äöüß]/giu
export const SAID_AT = /\brounds?\s+\d+(?:\s*(?:,|and|to|-|–)\s*\d+)*/giu

/** Lines of a file: what a tool numbered is looked at for these alone. */
const LINES = /\blines?\s+(~?\d+(?:[-–]\d+)?)/giu

export function namesIn(text: string): readonly Name[] {
  const plain = text.replace(SAID_AT, (match) => ' '.repeat(match.length))
  const lines = new Set(
    [...plain.matchAll(LINES)].map(({ 0: match, 1: numbers, index }) => index + match.length - numbers!.length),
  )
  const isGerman = (plain.match(GERMAN)?.length ?? 0) >= 2
  const found = new Map<string, Name>()
  for (const { 0: raw, index } of plain.matchAll(TOKEN)) {
    const token = raw.replace(EDGES, '').replace(/[’']s?$/u, '')
    if (token === '' || found.has(token)) continue
    const before = plain.slice(0, index)
    const isCode = before.endsWith('`') && plain.startsWith('`', index + raw.length)
    const isSpan = (before.split('`').length & 1) === 0
    const opensSentence = /(?:^|[.!?:;–—→•(["“„»]|\s-)\s*[`*"“„»(]*$/u.test(before)
    const name = lines.has(index)
      ? ofLines(token)
      : nameOf(token, { isCode, isSpan, isWord: !isGerman && !opensSentence })
    if (name?.kind === 'number')
      found.set(token, isLong(token) ? name : { ...name, beside: wordsBeside(before, plain.slice(index + raw.length)) })
    else if (name) found.set(token, name)
  }
  return [...found.values()]
}

const BESIDE = 2

/** What is counted in these is told of these alone; `40s` has a spelling of its own. */
const UNIT = /^\s+(seconds?|minutes?|hours?|days?|weeks?|months?|years?|users?|people|persons?|times)\b/i

/** Four digits are hardly ever those of something else. */
function isLong(number: string): boolean {
  return number.replace(/\D/g, '').length >= 4
}

function wordsBeside(before: string, after: string): readonly string[] {
  const [, unit] = UNIT.exec(after) ?? []
  if (unit !== undefined) return [unit.slice(0, 3).toLowerCase()]
  return [...topicWords(before).slice(-BESIDE), ...topicWords(after).slice(0, BESIDE)]
}

function ofLines(token: string): Name {
  const numbers = token.match(/\d+/g) ?? []
  return { name: token, kind: 'name', spellings: [numbers, numbers.map((one) => `_${one}_`)] }
}

function nameOf(
  token: string,
  { isCode, isSpan, isWord }: { readonly isCode: boolean; readonly isSpan: boolean; readonly isWord: boolean },
): Name | undefined {
  const lower = token.toLowerCase()
  if (COMMON.has(lower)) return undefined
  const number = NUMBER.exec(token)
  if (number) return { name: token, kind: 'number', spellings: numbers(number[1]!, number[2]!) }
  if (/^~?\d+[-–]\d+$/.test(token)) return { name: token, kind: 'number', spellings: [token.match(/\d+/g)!] }
  if (HASH.test(lower)) return { name: token, kind: 'hash', spellings: [[lower]] }
  const named = (...spellings: readonly (readonly string[])[]): Name => ({ name: token, kind: 'name', spellings })
  const parts = lower.split(/[:=@]+/).filter((part) => part.length > 0)
  if (isCode) return named([lower], parts)
  if (/^\d+(?:\.\d+)?(?:-\p{L}+)+$/u.test(token))
    return { name: token, kind: 'number', spellings: numbers(token.split('-')[0]!, '') }
  if (/[/\\]/.test(token)) {
    if (/^\d+(?:\/\d+)+$/.test(token)) return named([lower], lower.split('/'))
    if (/^[~./@\\]|[/\\].*[/\\]/.test(token) || FILE.test(token))
      return named([lower], [lower.replace(/^(?:\.|~)?\//, '')], ...(parts.length > 1 ? [parts] : []))
    return named([lower], lower.split('/').filter(Boolean))
  }
  if (parts.length > 1) return named([lower], parts)
  if (/\p{L}{2}.*\.|\..*\p{L}{2}/u.test(token)) {
    const isFile = FILE.test(token) || /^\.\w/.test(token)
    return named([lower], ...(isFile ? [] : [lower.split('.').filter(Boolean)]))
  }
  if (/^--\w/.test(token) || /[_$@#&\d]/.test(token)) return named([lower], ...singular(lower))
  if (token.includes('-')) {
    if (isSpan || MANY_PARTS.test(token)) return named([lower])
    const capital = lower.split('-').filter((_, at) => /^\p{Lu}{2,}$|\p{Ll}\p{Lu}/u.test(token.split('-')[at]!))
    return capital.length > 0 ? named([lower], capital) : undefined
  }
  if (/\p{Ll}\p{Lu}|\p{Lu}{2,}\p{Ll}/u.test(token)) return named([lower], ...singular(lower))
  if (/^\p{Lu}{2,}$/u.test(token)) return named([lower], ...singular(lower))
  if (isWord && /^\p{Lu}\p{Ll}{2,}$/u.test(token)) {
    const stem = lower.length > 5 ? lower.slice(0, Math.max(5, lower.length - 2)) : lower
    return { name: token, kind: 'word', spellings: (dateWords(lower) ?? [stem]).map((one) => [one]) }
  }
  return undefined
}

function singular(lower: string): readonly (readonly string[])[] {
  return lower.endsWith('s') && lower.length > 3 ? [[lower.slice(0, -1)]] : []
}

/** `1,483` is 1483 too, `12k` is 12000; of `3.0` the record may have 3. */
function numbers(digits: string, unit: string): readonly (readonly string[])[] {
  const bare = digits.replace(/[.,_]+$/, '')
  const joined = bare.replace(/[,_](?=\d{3}(?!\d))/g, '')
  const spellings = new Set([bare, joined, joined.replace(/\.0+$/, ''), joined.replace(/\B(?=(\d{3})+(?!\d))/g, ',')])
  if (/^k$/i.test(unit)) spellings.add(String(Number(joined) * 1000)).add(`${joined}k`)
  if (/^m$/i.test(unit)) spellings.add(String(Number(joined) * 1_000_000)).add(`${joined}m`)
  if (/^\d$|^1[0-2]$/.test(bare)) spellings.add(WORDS[Number(bare)]!)
  return [...spellings].map((spelling) => [spelling])
}

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Languages that a session may be in while its entries are in another. */
const LANGUAGES = 'en de fr es pt it nl pl cs sv da nb fi tr ru uk ja zh ko'.split(' ')
const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

/** How an English month or day of the week begins in other languages; undefined for any other word. */
function dateWords(word: string): readonly string[] | undefined {
  const [month, day] = [MONTHS.indexOf(word), DAYS.indexOf(word)]
  if (month === -1 && day === -1) return undefined
  // The first of February 2026 was a Sunday.
  const date = month === -1 ? Date.UTC(2026, 1, 1 + day) : Date.UTC(2026, month, 1)
  const part = month === -1 ? 'weekday' : 'month'
  const words = LANGUAGES.map((language) =>
    new Intl.DateTimeFormat(language, { [part]: 'long', timeZone: 'UTC' }).format(date).toLowerCase(),
  )
  return [...new Set(words.flatMap(beginnings))]
}

/** Endings change with the case, `terça-feira` is a `terça`, and `11月` may be parted. */
function beginnings(word: string): readonly string[] {
  const [first] = word.split('-')
  const stem = first!.length > 5 ? first!.slice(0, Math.max(5, first!.length - 2)) : first!
  return /^\d/.test(word) ? [word, word.replace(/(?<=\d)(?=\D)/, ' ')] : [stem]
}
