import type { Field } from '../../kit/json-fields.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN = 0x7b
const CLOSE = 0x7d

/** What a writer changes in every line. */
type LinkField = 'parentUuid' | 'sessionId' | 'entrypoint'

/** Where a line has the fields that join it to its session. */
export type LinkFields = ReadonlyMap<LinkField, Field>

/**
 * Finds the fields that a new session changes without going through the whole line: they are before or after what the
 * line says, so that it is looked for from its beginning to the first value that has parts, and from its end back to the
 * last. Undefined where the line has to be gone through: where a field is missing, may be there twice, or is written as
 * no client does.
 */
export function linkFields(line: Buffer): LinkFields | undefined {
  const found = new Map<LinkField, Field>()
  const stopped = lookForwards(line, found)
  if (stopped === -1 || !lookBackwards(line, stopped, found)) return undefined
  const parent = found.get('parentUuid')
  if (!parent || !found.has('sessionId') || line.indexOf('"parentUuid"', parent.end) !== -1) return undefined
  return found
}

/** Notes the fields from the beginning of an object on; returns where it came to, -1 where one is there twice. */
function lookForwards(line: Buffer, found: Map<LinkField, Field>): number {
  let at = 0
  if (line[at++] !== OPEN) return -1
  while (line[at] === QUOTE) {
    const key = closingQuote(line, at)
    const value = key + 2
    if (line[key + 1] !== COLON) return at
    const end = scalarEnd(line, value)
    if (end === -1) return at
    if (!note(line, at, key, { start: value, end }, found)) return -1
    if (line[end] !== COMMA) return end
    at = end + 1
  }
  return at
}

/** Notes the fields before the end of an object, back to `stop` at most; false where one is there twice. */
function lookBackwards(line: Buffer, stop: number, found: Map<LinkField, Field>): boolean {
  let end = line.length - 1
  while (end > stop && line[end] !== CLOSE) end-- // a newline
  while (end > stop) {
    const value = scalarStart(line, end, stop)
    const key = value - 2
    if (value === -1 || line[key + 1] !== COLON || line[key] !== QUOTE) return true
    const open = openingQuote(line, key, stop)
    if (open === -1) return true
    if (!note(line, open, key, { start: value, end }, found)) return false
    if (line[open - 1] !== COMMA) return true
    end = open - 1
  }
  return true
}

/** Notes the field whose name is between two quotes, if it is one of those; false where it was noted before. */
function note(
  line: Buffer,
  open: number,
  close: number,
  { start, end }: Omit<Field, 'key'>,
  found: Map<LinkField, Field>,
): boolean {
  const name = nameAt(line, open + 1, close)
  if (name === undefined) return true
  if (found.has(name)) return false
  found.set(name, { key: open, start, end })
  return true
}

function nameAt(line: Buffer, start: number, end: number): LinkField | undefined {
  const length = end - start
  if (length !== 9 && length !== 10) return undefined
  const first = line[start]
  if (first !== 0x70 && first !== 0x73 && first !== 0x65) return undefined
  const name = line.toString('latin1', start, end)
  return name === 'parentUuid' || name === 'sessionId' || name === 'entrypoint' ? name : undefined
}

/** The quote that closes the text that opens at `open`. */
function closingQuote(line: Buffer, open: number): number {
  let at = open + 1
  while (at < line.length && line[at] !== QUOTE) at += line[at] === BACKSLASH ? 2 : 1
  return at
}

/** The quote that opens the text that closes at `close`; -1 where none does. */
function openingQuote(line: Buffer, close: number, stop: number): number {
  for (let at = close - 1; at > stop; at--) {
    if (line[at] !== QUOTE) continue
    let slashes = 0
    while (line[at - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}

/** After the text, number or word that begins here; -1 for a value with parts. */
function scalarEnd(line: Buffer, start: number): number {
  if (line[start] === QUOTE) return closingQuote(line, start) + 1
  let at = start
  while (at < line.length && isOfWord(line[at]!)) at++
  return at === start ? -1 : at
}

/** Where the text, number or word begins that ends before `end`; -1 for a value with parts. */
function scalarStart(line: Buffer, end: number, stop: number): number {
  if (line[end - 1] === QUOTE) return openingQuote(line, end - 1, stop)
  let at = end
  while (at > stop && isOfWord(line[at - 1]!)) at--
  return at === end ? -1 : at
}

/** Of a number, `true`, `false` or `null`. */
function isOfWord(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e
}
