import { toUtc } from '../../model/time.ts'
import { resultPlaces } from './result-places.ts'
import { isText, type Line } from './schema.ts'

/** What a writer changes in every line; in `places` these are their numbers, and behind them those of results. */
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
 * may name its parent twice, has to change in more than these, or is written as no client does. Long results, which a trim
 * cuts, are told by the same three numbers.
 *
 * The fields stand before or behind what the line says, and only there they are looked for: from its beginning to the
 * first value that has parts, and from its end back to the last.
 */
export function placesIn(record: Line, buffer: Buffer, start: number, end: number): readonly number[] {
  const { uuid, parentUuid, sessionId, timestamp, isSidechain, entrypoint } = record
  if (isSidechain === true || !isText(uuid) || !PLAIN.test(uuid)) return NONE
  if (!isText(timestamp) || toUtc(timestamp) === undefined) return NONE
  const fields = entrypoint === undefined || entrypoint === 'cli' ? 2 : 3
  const found: number[] = []
  const stopped = lookForwards(buffer, start, end, fields, found)
  if (found.length < 3 * fields) lookBackwards(buffer, stopped, end, fields, found)
  if (found.length !== 3 * fields || !isEachOnce(found)) return NONE
  for (let at = 0; at < found.length; at += 3) {
    const value = found[at] === 0 ? parentUuid : found[at] === 1 ? sessionId : entrypoint
    if (!isAsRead(buffer, found[at + 1]!, found[at + 2]!, value)) return NONE
    if (found[at] === 0 && hasAnother(buffer, found[at + 1]!, end)) return NONE
    found[at + 1]! -= start
  }
  return inOrder([...found, ...resultPlaces(record, buffer.subarray(start, end))])
}

const NONE: readonly number[] = []

/** Notes the fields from the beginning of an object on; returns where it came to. */
function lookForwards(buffer: Buffer, start: number, end: number, fields: number, found: number[]): number {
  let at = start
  if (buffer[at++] !== OPEN) return start
  while (buffer[at] === QUOTE) {
    const key = closingQuote(buffer, at, end)
    const value = key + 2
    if (buffer[key + 1] !== COLON) return at
    const behind = scalarEnd(buffer, value, end)
    if (behind === -1) return at
    if (isNamed(buffer[at + 1]!, key - at - 1)) note(fieldNamed(buffer, at + 1, key), fields, value, behind, found)
    if (buffer[behind] !== COMMA) return behind
    at = behind + 1
  }
  return at
}

/** Notes the fields before the end of an object, back to `stop` at most. */
function lookBackwards(buffer: Buffer, stop: number, end: number, fields: number, found: number[]): void {
  let behind = end - 1
  while (behind > stop && buffer[behind] !== CLOSE) behind-- // a newline
  for (; behind > stop; ) {
    const value = scalarStart(buffer, behind, stop)
    const key = value - 2
    if (value === -1 || buffer[key + 1] !== COLON || buffer[key] !== QUOTE) return
    const open = openingQuote(buffer, key, stop)
    if (open === -1) return
    if (isNamed(buffer[open + 1]!, key - open - 1))
      note(fieldNamed(buffer, open + 1, key), fields, value, behind, found)
    if (buffer[open - 1] !== COMMA) return
    behind = open - 1
  }
}

/** Whether a name begins as one of those that are looked for, and is as long. */
function isNamed(first: number, length: number): boolean {
  return (length === 10 && (first === 0x70 || first === 0x65)) || (length === 9 && first === 0x73)
}

function fieldNamed(buffer: Buffer, start: number, end: number): number {
  return PLACED.indexOf(buffer.toString('latin1', start, end) as (typeof PLACED)[number])
}

/** Only the first `fields` of PLACED are wanted. */
function note(field: number, fields: number, value: number, end: number, found: number[]): void {
  if (field !== -1 && field < fields) found.push(field, value, end - value)
}

/** Whether a value stands there as it was read. */
function isAsRead(buffer: Buffer, start: number, length: number, value: unknown): boolean {
  if (value === null) return buffer.toString('latin1', start, start + length) === 'null'
  if (!isText(value) || value.length !== length - 2 || !PLAIN.test(value)) return false
  return buffer.toString('latin1', start + 1, start + length - 1) === value
}

/** Whether a parent may be named once more behind the place of one, however deep: then the last one counts. */
function hasAnother(buffer: Buffer, from: number, end: number): boolean {
  return buffer.subarray(from, end).includes('"parentUuid"')
}

function isEachOnce(found: readonly number[]): boolean {
  let seen = 0
  for (let at = 0; at < found.length; at += 3) {
    if (seen & (1 << found[at]!)) return false
    seen |= 1 << found[at]!
  }
  return true
}

/** Three numbers each, by the second of them. */
function inOrder(found: number[]): readonly number[] {
  for (let from = 3; from < found.length; from += 3) {
    for (let at = from; at > 0 && found[at + 1]! < found[at - 2]!; at -= 3) {
      found.splice(at - 3, 6, ...found.slice(at, at + 3), ...found.slice(at - 3, at))
    }
  }
  return found
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
