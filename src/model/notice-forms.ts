/** The line was not always named, and its file is only where no other notice names it; so too below. */
const LEADS = String.raw`(?:(?:whole )?in line \d+(?: of [\s\S]*?)?; )?stet inject \S+:\d+:\d+`

/** A notice in place of a whole block, in every form Stet has written. */
const INSTEAD = [
  String.raw`cut by stet: \d+ characters, (?:the same again|superseded) in round \S+; ${LEADS}`,
  String.raw`[a-z_]+(?: · \d+ chars)? — cut by stet; ${LEADS}`,
  String.raw`(?:thinking|tool_use|tool_result)[ :][^\n]* — inject\(\S+, [a-z_]+\)(?:\] \[in line \d+(?: of [^\n\]]+)?)?`,
]
const ONE = `\\[(?:${INSTEAD.join('|')})\\]`
/** A call's, with its result's after it. */
const WHOLE = new RegExp(`^${ONE}(?: ${ONE})?$`)
/** No such notice is longer: what they tell of a block is cut, and two of them name a path each. */
const LONGEST_WHOLE = 12_000

const BEFORE_CUT = '…'
const OPENING = '[cut by stet: '
const CUT = new RegExp(String.raw`^\[cut by stet: \d+ characters, (\d+) kept; ${LEADS}\]$`)
const SUMMED_UP = new RegExp(String.raw`^\[cut by stet: (\d+) characters summed up; ${LEADS}\]$`)

/**
 * Whether Stet wrote a text in the place of another: a notice and nothing else, as much of a text as its notice says was
 * kept, or a summary that is shorter than what it represents. A text that only ends like one is none.
 */
export function isNotice(text: string): boolean {
  if (!text.endsWith(']')) return false
  if (text.length <= LONGEST_WHOLE && WHOLE.test(text)) return true
  const at = text.lastIndexOf(OPENING)
  if (at === -1) return false
  const notice = text.slice(at)
  const kept = CUT.exec(notice)?.[1]
  if (kept !== undefined) return text[at - 1] === BEFORE_CUT && isHead(text, at - 1, Number(kept))
  const chars = SUMMED_UP.exec(notice)?.[1]
  return chars !== undefined && text.length < Number(chars)
}

/** Whether one of the parts of a content is a notice; the beginning that was kept has parts of its own. */
export function holdsNotice(parts: readonly string[]): boolean {
  return parts.some(
    (part) => isNotice(part) || (part.startsWith(BEFORE_CUT + OPENING) && CUT.test(part.slice(BEFORE_CUT.length))),
  )
}

/** Half a character more was not kept. */
function isHead(text: string, end: number, kept: number): boolean {
  const chars = text[end - 1] === '\n' ? end - 1 : end
  return chars === kept || chars === kept - 1
}
