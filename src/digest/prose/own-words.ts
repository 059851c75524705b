import { isCopied } from './sentences.ts'

/** Lines that documents have and people who write a message seldom: headings, columns, a picture before the words. */
const DOCUMENT =
  /^\s*#{1,6} \S|^\s*(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$|^\s*\|.*\||\S\t\S|^\s*\p{Extended_Pictographic}|^\s*(?:[-*•] +)?\*\*[^*]+\*\*:? \S/u
/** Lines that programs print: columns, deep indentation, a time or a duration first, no letter at all. */
const PRINTED =
  /\S {3,}\S|^(?:\t| {4,})(?![-*•]|\d+[.)])|^\s*\[?\d[\d:.,]*(?:m?s|KB|MB)?\]?\s*$|^\s*\d+(?:\.\d+)? npm |^[^\p{L}]+$|^\s*(?:=>|\[\+\]|> \S)/u
/** A heading without a mark: a few words that begin with a capital and end with none. */
const PLAIN_HEADING = /^\p{Lu}[\p{L}'’/&-]*(?: [\p{L}'’/&-]+){0,3}$/u
/** A line is prose from here on, and what is above it may be its heading. */
const PROSE = 60
/** `I got this feedback:`, with what somebody else wrote after it. */
const INTRODUCED = /^[^\n]{3,160}?:(?:\n|\s+(?=\S))/
/** So much after it is more than an example. */
const MUCH = 160
const FENCE = /^\s*(?:```|~~~)/
const ENDED = /[.!?…:,;。！？)"'”]\s*$/
const LISTED = /^\s*(?:[-*+•]|\d{1,3}[.)]|\[[ xX]\])\s/
/** Who writes speaks of persons; programs do so seldom. */
const PERSONAL = /\b(?:i|i'm|we|you|my|our|us|your|ich|wir|je|nous)\b/i
/** Fewer lines than these in a row are not known to be output by their ends alone. */
const MANY = 6

export interface OwnWords {
  readonly text: string
  /** Whether much of it comes from elsewhere: a document was left out, or what is there is introduced as somebody's. */
  readonly isOfDocument: boolean
  /** The lines at its end that the person most likely added: each on its own and short. */
  readonly ending: string
}

/**
 * What a person wrote, as far as the shape of the message tells: without the terminal output, the logs, the reviews and the
 * documents that were put into it. Of a document the lines before its first heading and the plain lines at its end stay.
 */
export function ownWords(message: string): OwnWords {
  const blocks = blocksOf(message)
  const isOutput = blocks.map(isPrinted)
  const hasMark = blocks.map((block, at) => !isOutput[at] && block.some((line) => DOCUMENT.test(line)))
  const marks = blocks.reduce((sum, block) => sum + block.filter((line) => DOCUMENT.test(line)).length, 0)
  const isOfDocument = marks > 1 && hasMark.includes(true)
  const ending = endingOf(blocks)
  const isForeign = isOfDocument || isIntroduced(message) || plainHeadings(blocks) > 1
  const foreign = blocks.map(
    (block, at) => isOutput[at] || (isOfDocument && (hasMark[at] || block.length > 1 || isItem(block))),
  )
  const [first, last] = [foreign.indexOf(true), foreign.lastIndexOf(true)]
  if (first === -1) return { text: message, isOfDocument: isForeign, ending }
  const kept = [...blocks.slice(0, first), opening(blocks[first]!), ...blocks.slice(last + 1)]
  const text = kept.flatMap((block) => (block.length === 0 ? [] : block.join('\n'))).join('\n\n')
  return { text, isOfDocument: isForeign, ending }
}

function endingOf(blocks: readonly (readonly string[])[]): string {
  const isWritten = ([line, ...others]: readonly string[]) =>
    others.length === 0 && line!.length < MUCH && !isMachine(line!) && !DOCUMENT.test(line!) && !LISTED.test(line!)
  return blocks
    .slice(blocks.findLastIndex((block) => !isWritten(block)) + 1)
    .flat()
    .join('\n')
}

function isIntroduced(message: string): boolean {
  const introduced = INTRODUCED.exec(message)
  return introduced !== null && message.length - introduced[0].length > MUCH && /\n/.test(message.trim())
}

/** How many lines are headings of the prose below them. */
function plainHeadings(blocks: readonly (readonly string[])[]): number {
  const lines = blocks.flat()
  return lines.filter((line, at) => PLAIN_HEADING.test(line) && (lines[at + 1]?.length ?? 0) > PROSE).length
}

/** The line before what was pasted, where there is no empty line between. */
function opening([line, next]: readonly string[]): readonly string[] {
  const isWords = !isMachine(line!) && !DOCUMENT.test(line!) && !LISTED.test(line!)
  return isWords && (ENDED.test(line!) || (next !== undefined && isMachine(next))) ? [line!] : []
}

function isItem(block: readonly string[]): boolean {
  return LISTED.test(block[0]!)
}

/** Whether the lines are a program's. */
function isPrinted(block: readonly string[]): boolean {
  const printed = block.filter(isMachine).length
  if (printed > 0 && printed >= block.length / 3) return true
  const isPersonal = block.slice(1).some((line) => PERSONAL.test(line))
  if (printed > 0 && block.length > 2 && !isPersonal) return true
  if (block.length < MANY) return false
  const open = block.filter((line) => !ENDED.test(line) && !LISTED.test(line) && !PERSONAL.test(line)).length
  return open > block.length / 2
}

function isMachine(line: string): boolean {
  return FENCE.test(line) || isCopied(line) || PRINTED.test(line)
}

/** Lines with no empty line between them; what is fenced is one. */
function blocksOf(message: string): readonly (readonly string[])[] {
  const blocks: string[][] = []
  let block: string[] = []
  let isFenced = false
  const close = () => {
    if (block.length > 0) blocks.push(block)
    block = []
  }
  for (const line of message.split(/\r?\n/)) {
    if (FENCE.test(line)) {
      if (!isFenced) close()
      block.push(line)
      if (isFenced) close()
      isFenced = !isFenced
    } else if (isFenced || line.trim() !== '') block.push(line)
    else close()
  }
  close()
  return blocks
}
