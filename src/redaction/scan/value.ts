import { isBlank, isLineEnd, MARK, wordEnd } from './text.ts'

/** What a name is given, without what is around it. */
export interface Value {
  readonly start: number
  readonly end: number
  readonly text: string
  /** In quotes, or between the marks of XML. */
  readonly isQuoted: boolean
}

/** No secret in quotes is longer; a longer value is looked at as far as this. */
const LONGEST = 500
const QUOTES = `"'\``
/** What Python writes before a quote. */
const PREFIX = /^[frbu]{1,2}(?=["'`])/i
const BACKSLASH = '\\'

/** The value that begins there: in quotes up to the quote that ends it, else up to a blank or one of these characters. */
export function valueAt(text: string, at: number, ends: string): Value | undefined {
  let open = at
  while (text[open] === BACKSLASH && open - at < 8) open++
  const slashes = open - at
  const letters = PREFIX.exec(text.slice(open, open + 3))?.[0] ?? ''
  open += letters.length
  const quote = text[open]
  if (quote !== undefined && QUOTES.includes(quote)) {
    const isTriple = text[open + 1] === quote && text[open + 2] === quote
    const value = quoted(text, open + (isTriple ? 3 : 1), quote, slashes)
    return /f/i.test(letters) && value?.text.includes('{') ? undefined : value
  }
  const last = Math.min(text.length, at + LONGEST)
  const entity = quote === '&' ? ENTITY.exec(text.slice(open, open + 6))?.[0] : undefined
  if (entity !== undefined) return between(text, open + entity.length, entity)
  let end = at
  for (; end < last; end++) {
    const code = text.charCodeAt(end)
    if (code <= 32 || QUOTES.includes(text[end]!) || ends.includes(text[end]!)) break
    if (code === 92 && (QUOTES.includes(text[end + 1] ?? ' ') || 'nrt\\'.includes(text[end + 1] ?? ' '))) break
    if (code === 92 && COLOUR.test(text.slice(end, end + 7))) break
    if (code === 91 && text.startsWith(MARK, end)) break
    if ((code === 38 || code === 44) && isParameter(text, end + 1)) break
  }
  return valued(text, at, end, false)
}

/** Where the colour of a terminal begins, in a text that is in another. */
const COLOUR = /^\\(?:u001b|x1b|033|e)\[/i

/** A quote, as HTML and XML write it. */
const ENTITY = /^&(?:quot|apos|#34|#39|#x22|#x27);/i

/** Up to the same quote, on the same line. */
function between(text: string, at: number, quote: string): Value | undefined {
  const rest = text.slice(at, at + LONGEST)
  const found = rest.indexOf(quote)
  const value = found === -1 ? rest : rest.slice(0, found)
  return value.includes('\n') ? undefined : valued(text, at, at + value.length, true)
}

/** `name=`, after the `&` of an address, or the `,` of a list. */
function isParameter(text: string, at: number): boolean {
  const end = wordEnd(text, at, 40)
  return end > at && text[end] === '='
}

/** Up to the same quote after as many backslashes, on the same line. */
function quoted(text: string, at: number, quote: string, slashes: number): Value | undefined {
  const last = Math.min(text.length, at + LONGEST)
  for (let end = at; end < last; end++) {
    const character = text[end]!
    if (isLineEnd(text.charCodeAt(end))) return undefined
    if (character === '[' && text.startsWith(MARK, end)) return valued(text, at, end, true)
    if (character !== quote) continue
    let before = end
    while (before > at && text[before - 1] === BACKSLASH) before--
    if (end - before <= slashes) return valued(text, at, before, true)
  }
  return valued(text, at, last, true)
}

/** Up to the next `<`, as in XML. */
export function elementAt(text: string, at: number): Value | undefined {
  const end = text.slice(at, at + LONGEST).search(/[<\n]/)
  return end === -1 || text[at + end] === '\n' ? undefined : valued(text, at, at + end, true)
}

function valued(text: string, start: number, end: number, isQuoted: boolean): Value | undefined {
  return end > start ? { start, end, text: text.slice(start, end), isQuoted } : undefined
}

export function skipBlanks(text: string, at: number, most = 6): number {
  let next = at
  while (next - at < most && isBlank(text.charCodeAt(next))) next++
  return next
}
