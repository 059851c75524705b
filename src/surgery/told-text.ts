/** Where a sentence ends: at a mark that a space follows, or with its paragraph. */
const END = /[.!?…]["'”’)\]]*(?:\s+|$)|\s*\n+/
/** What tells something however short the sentence is: a name in code, a number, a path, writing without spaces. */
const TELLING = /[`\d\u3040-\u9fff\uac00-\ud7af]|\w[/.]\w/
const YES_OR_NO = /^(?:yes|no|yeah|yep|nope|correct|right|not|ja|nein|oui|non|sí|ano|ne)\b/i
/** So few words of other sentences tell nothing: `Perfect!`, `Done.`, `All clean.`; and so few before a colon only lead in. */
const FEW = 3
const LEADING_IN = 8
/** Code, a table, and what is still to come tell less than what is before them. */
const NO_MORE = /^(?:```|\||(?:now )?(?:let me|i['’]ll|i will)\b)/i
const LEAST = 20
const TITLE = ' —'

/** An answer from where it begins to tell something, on one line. */
export function toldAnswer(text: string): string {
  let rest = withoutLayout(text)
  for (;;) {
    const end = END.exec(rest)
    if (!end) break
    const next = end.index + end[0].length
    const after = rest.slice(next)
    if (after.trim().length < LEAST || NO_MORE.test(after) || !isIdle(rest.slice(0, next).trim())) break
    rest = after
  }
  return onOneLine(rest.replace(/^\s*(?:[-*•]|\d{1,2}\.)\s+/, ''))
}

/** A request on one line. */
export function toldRequest(text: string): string {
  return onOneLine(withoutLayout(text))
}

function isIdle(sentence: string): boolean {
  if (TELLING.test(sentence) || YES_OR_NO.test(sentence) || sentence.endsWith(TITLE)) return false
  return sentence.split(/\s+/).length <= (sentence.endsWith(':') ? LEADING_IN : FEW)
}

/** Without addresses of links, rules, the marks of strong words, and headings of one word, which are the same everywhere. */
function withoutLayout(text: string): string {
  return text
    .replace(/\[([^\]\n]+)\]\([^)\s]*(?:\)|$)/g, '$1')
    .replace(/^(?:#{1,6} +[^\w\n]*\w+[^\w\n]*|-{3,} *)$/gm, '')
    .replace(/^#{1,6} +(.+)$/gm, `$1${TITLE}`)
    .replaceAll('**', '')
    .trim()
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
