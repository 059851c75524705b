/** A sentence of a message, without the marks of a list or a heading around it. */
export interface Sentence {
  readonly text: string
  /** The heading or line ending in a colon that it is listed below. */
  readonly below: string
  readonly isListed: boolean
  /** Of all sentences of the message, the first being 0. */
  readonly at: number
  /** The paragraph or item it is in. */
  readonly paragraph: number
}

const LONGEST = 1200
const FENCE = /^\s*(?:```|~~~)/
/** Lines that are no prose: quotes, tables, logs, code, markup. */
const NO_PROSE =
  /^\s*(?:>|\||<\/?[a-z][\w-]*[\s>]|[{}[\]]|[-=*_]{3,}\s*$|\d{4}-\d\d-\d\d[T ]\d|\[\d|diff --git|@@ |[+-]{3} )/i
/** Lines that a terminal, a stack trace or a program's source has: what was copied from there is nobody's word. */
const COPIED =
  /^\s*(?:(?:\([\w.-]+\) ?)?[\w.-]+@[\w.-]+[:~ ]\S*[$>#%]|[➜❯$%] |>>> |at (?:async |new )?[\w$.<>[\]/:-]+(?: \(.*)?$|Traceback |File "|usage: |(?:sudo|export|echo|cd|curl|npm|npx|yarn|pnpm|bun|pip3?|python3?|git|docker|go|cargo|make|export) [-\w./$"'@]+(?: [-\w./$"'=@:&|~]+)*$|(?:\w*(?:Error|Exception)|\w+Warning): |[\w@./-]+:\d+(?::\d+)?\b|[+-] ?(?:const|let|var|import|return|if|for|await|\}|\/\/))|[{;]\s*$|@ \S+:\d+|\bfile:\/\/\//
const LISTED = /^\s*(?:[-*+•]|\d{1,3}[.)]|\[[ xX]\])\s+(?:\[[ xX]\]\s+)?/
const STRONG = /\*\*|__(?:(?=\w)|(?<=\w__))/g
const HEADING = /^\s*#{1,6}\s+/
/**
 * A sentence ends at a mark that a space and no small letter follows, or after a whole word, but not after an abbreviation or a
 * single letter.
 */
const END = /(?<=[.!?…]["'”’)\]]*)\s+(?=["'“‘(¿¡`*]*[^\s\p{Ll}.,;])|(?<=\p{Ll}{3}[.!?])\s+(?=\p{Ll})|(?<=[。！？])/u
/** The same for who writes without capitals, and whose dots in a row leave something out. */
const END_IN_SMALL = /(?<=(?<!\.)[.!?]["'”’)\]]*)\s+(?=["'“‘(¿¡`*]*[^\s.,;])|(?<=[。！？])/u
const BEGINS_SMALL = /^\s*["'“‘(]?(?:\p{Ll}|I\b.*?\p{Ll}{2}[.!?]\s+\p{Ll})/u
/** Where there is none of this, a line is one sentence. */
const MAY_END = /[.!?…]["'”’)\]]*\s|[。！？]/
const ABBREVIATED = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|bzw|z\.B|d\.h|usw|p\.ex|Nr|No|Mr|Mrs|Dr)\.|\s\p{L}\.)$/u

/** Whether a line was copied from somewhere, and is nobody's word. */
export function isCopied(line: string): boolean {
  return NO_PROSE.test(line) || COPIED.test(line)
}

/** The sentences of a message, in order; code, quotes, tables and pasted logs are not among them. */
export function sentencesOf(message: string): readonly Sentence[] {
  const sentences: Sentence[] = []
  let below = ''
  const end = BEGINS_SMALL.test(message) ? END_IN_SMALL : END
  for (const [paragraph, { line, isListed }] of proseLines(message).entries()) {
    const isHeading = HEADING.test(line)
    const bare = line.replace(HEADING, '').replace(LISTED, '').replace(STRONG, '').trim()
    if (bare === '') continue
    if (isHeading || (/[:：]\**$/.test(bare) && bare.length < 120)) below = bare.replace(/[:*：]+$/, '')
    else if (!isListed && sentences.length > 0 && !/[:：]$/.test(below)) below = isListed ? below : ''
    if (isHeading) continue
    for (const text of splitLine(bare, end)) sentences.push({ text, below, isListed, at: sentences.length, paragraph })
  }
  return sentences
}

function splitLine(line: string, end: RegExp): readonly string[] {
  if (!MAY_END.test(line)) return [line.slice(0, LONGEST)]
  const pieces: string[] = []
  for (const piece of line.slice(0, LONGEST * 4).split(end)) {
    const last = pieces.at(-1)
    if (last !== undefined && ABBREVIATED.test(last)) pieces[pieces.length - 1] = `${last} ${piece}`
    else if (piece.trim() !== '') pieces.push(piece.trim())
  }
  return pieces.map((piece) => piece.slice(0, LONGEST))
}

/** Lines of prose; those that a paragraph was broken into for its width are joined, others are on their own. */
function proseLines(message: string): readonly { readonly line: string; readonly isListed: boolean }[] {
  const lines: { line: string; isListed: boolean }[] = []
  let isFenced = false
  let isOpen = false
  const given = message.split(/\r?\n/)
  let paragraph = { end: 0, width: 0 }
  let before = ''
  for (const [at, line] of given.entries()) {
    if (FENCE.test(line)) {
      isFenced = !isFenced
      isOpen = false
      continue
    }
    if (isFenced || isCopied(line) || line.length > 20_000) {
      isOpen = false
      continue
    }
    if (line.trim() === '') {
      isOpen = false
      continue
    }
    if (at >= paragraph.end) paragraph = paragraphFrom(given, at)
    const isListed = LISTED.test(line)
    const last = lines.at(-1)
    const isWrapped = /^\s/.test(line) || before.length + 1 + line.search(/\s|$/) > paragraph.width
    before = line
    if (isOpen && last && !isListed && isWrapped && !HEADING.test(line)) {
      last.line += ` ${line.trim()}`
      continue
    }
    lines.push({ line, isListed })
    isOpen = !HEADING.test(line)
  }
  return lines
}

/** Where the paragraph that begins at a line ends, and how wide it is. */
function paragraphFrom(lines: readonly string[], from: number): { readonly end: number; readonly width: number } {
  let [end, width] = [from, 0]
  for (; end < lines.length && lines[end]!.trim() !== '' && !FENCE.test(lines[end]!); end++)
    width = Math.max(width, lines[end]!.length)
  return { end, width }
}
