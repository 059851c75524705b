import { isText, type Line } from './schema.ts'

/** What a writer changes in every line; in `places` these are their numbers. */
export const PLACED = ['parentUuid', 'sessionId', 'entrypoint'] as const

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN = 0x7b
const CLOSE = 0x7d

/** An id that stands in a line as it is read. */
const PLAIN = /^[\w.:-]+$/

/**
 * Where a line has what a new session changes: three numbers each, which field, where its value begins and how long it
 * is, in the order of the line. None where the line has to be looked at again when it is written: where it lacks a field,
 * has to change in more than these, or is written as no client does.
 *
 * The fields stand before or behind what the line says, and only there they are looked for: from its beginning to the
 * first value that has parts, and from its end back to the last.
 */
export function placesIn(record: Line, buffer: Buffer, start: number, end: number): readonly number[] {
  const { uuid, parentUuid = '', sessionId = '', timestamp, isSidechain, entrypoint } = record
  if (isSidechain === true || !isText(uuid) || !PLAIN.test(uuid)) return []
  if (!isText(timestamp) || Number.isNaN(Date.parse(timestamp))) return []
  const wanted = [parentUuid, sessionId, ...(entrypoint === undefined || entrypoint === 'cli' ? [] : [entrypoint])]
  const found: number[] = []
  const stopped = lookForwards(buffer, start, end, found)
  if (found.length < 3 * wanted.length) lookBackwards(buffer, stopped, end, found)
  return found.length === 3 * wanted.length && isAsRead(buffer, found, wanted) ? inOrder(found, start) : []
}

/** Notes the fields from the beginning of an object on; returns where it came to. */
function lookForwards(buffer: Buffer, start: number, end: number, found: number[]): number {
  let at = start
  if (buffer[at++] !== OPEN) return start
  while (buffer[at] === QUOTE) {
    const key = closingQuote(buffer, at, end)
    const value = key + 2
    if (buffer[key + 1] !== COLON) return at
    const behind = scalarEnd(buffer, value, end)
    if (behind === -1) return at
    note(buffer, at + 1, key, value, behind, found)
    if (buffer[behind] !== COMMA) return behind
    at = behind + 1
  }
  return at
}

/** Notes the fields before the end of an object, back to `stop` at most. */
function lookBackwards(buffer: Buffer, stop: number, end: number, found: number[]): void {
  let behind = end - 1
  while (behind > stop && buffer[behind] !== CLOSE) behind-- // a newline
  for (; behind > stop; ) {
    const value = scalarStart(buffer, behind, stop)
    const key = value - 2
    if (value === -1 || buffer[key + 1] !== COLON || buffer[key] !== QUOTE) return
    const open = openingQuote(buffer, key, stop)
    if (open === -1) return
    note(buffer, open + 1, key, value, behind, found)
    if (buffer[open - 1] !== COMMA) return
    behind = open - 1
  }
}

function note(buffer: Buffer, name: number, nameEnd: number, value: number, end: number, found: number[]): void {
  const length = nameEnd - name
  if (length !== 9 && length !== 10) return
  const field = PLACED.indexOf(buffer.toString('latin1', name, nameEnd) as (typeof PLACED)[number])
  if (field !== -1) found.push(field, value, end - value)
}

/** Whether every field was found once and says what it was read as. */
function isAsRead(buffer: Buffer, found: readonly number[], wanted: readonly unknown[]): boolean {
  return wanted.every((value, field) => {
    for (let at = 0; at < found.length; at += 3) {
      if (found[at] !== field) continue
      const text = buffer.toString('latin1', found[at + 1]!, found[at + 1]! + found[at + 2]!)
      return value === null ? text === 'null' : isText(value) && PLAIN.test(value) && text === `"${value}"`
    }
    return false
  })
}

function inOrder(found: readonly number[], start: number): readonly number[] {
  const fields: (readonly [number, number, number])[] = []
  for (let at = 0; at < found.length; at += 3) fields.push([found[at]!, found[at + 1]! - start, found[at + 2]!])
  return fields.sort((a, b) => a[1] - b[1]).flat()
}

/** The quote that closes the text that opens at `open`. */
function closingQuote(buffer: Buffer, open: number, end: number): number {
  let at = open + 1
  while (at < end && buffer[at] !== QUOTE) at += buffer[at] === BACKSLASH ? 2 : 1
  return at
}

/** The quote that opens the text that closes at `close`; -1 where none does. */
function openingQuote(buffer: Buffer, close: number, stop: number): number {
  for (let at = close - 1; at > stop; at--) {
    if (buffer[at] !== QUOTE) continue
    let slashes = 0
    while (buffer[at - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}

/** Behind the text, number or word that begins here; -1 for a value with parts. */
function scalarEnd(buffer: Buffer, start: number, end: number): number {
  if (buffer[start] === QUOTE) return closingQuote(buffer, start, end) + 1
  let at = start
  while (at < end && isOfWord(buffer[at]!)) at++
  return at === start ? -1 : at
}

/** Where the text, number or word begins that ends before `end`; -1 for a value with parts. */
function scalarStart(buffer: Buffer, end: number, stop: number): number {
  if (buffer[end - 1] === QUOTE) return openingQuote(buffer, end - 1, stop)
  let at = end
  while (at > stop && isOfWord(buffer[at - 1]!)) at--
  return at === end ? -1 : at
}

/** Of a number, `true`, `false` or `null`. */
function isOfWord(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e
}
