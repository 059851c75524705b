import { isAscii, isUtf8, transcode } from 'node:buffer'
import { DEEPEST, isNestedTooDeeply, LONGEST } from '../../json-record.ts'
import { textEnd } from '../../lines.ts'
import { type Line, readObject } from '../schema.ts'

/** A stretch of a line that is one record, or that could not be read. Positions count from the line's start. */
export interface Fragment {
  readonly start: number
  readonly end: number
  readonly record: Line | undefined
  /** Whether the client reads it: the record that a line begins with, and nothing after it. */
  readonly isRead: boolean
}

export type Reading =
  | { readonly kind: 'record'; readonly record: Line }
  | { readonly kind: 'blank' }
  | {
      readonly kind: 'broken'
      readonly problem: string
      readonly fragments: readonly Fragment[]
      /** Whether nothing of it can be read by a client either. */
      readonly isPassedOver: boolean
    }

/** How many places inside a broken line are tried as the start of a record. */
const TRIES = 64

/**
 * Reads the text of one line. Where two writers raced, a line holds two records or a torn one and a whole one; each
 * whole record is found and the rest kept as it came, so that no byte is without an owner.
 */
export function readLine(bytes: Buffer): Reading {
  if (bytes.length > LONGEST) return broken('line is longer than can be read', unread(bytes), false)
  const text = textOf(bytes)
  if (mayBeNestedTooDeeply(text) && isNestedTooDeeply(bytes))
    return broken('nested too deeply to be read', unread(bytes), false)
  const record = readObject(text)
  if (record) return { kind: 'record', record }
  if (text.trim() === '') return { kind: 'blank' }
  const fragments = salvage(bytes)
  const found = fragments.filter((one) => one.record).length
  return broken(
    found === 0
      ? 'not a JSON object'
      : found === 1
        ? 'a record with something else on its line'
        : `${found} records on one line`,
    fragments,
    !fragments.some((one) => one.isRead),
  )
}

function unread({ length }: Buffer): readonly Fragment[] {
  return [{ start: 0, end: length, record: undefined, isRead: false }]
}

/** Between these lengths a detour through UTF-16 is faster than Node's own decoding, and needs little memory. */
const DETOUR = { from: 2 << 10, to: 1 << 20 }

/** Most lines are plain ASCII, and those need no decoding. */
function textOf(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  const isWorthIt = bytes.length >= DETOUR.from && bytes.length < DETOUR.to
  if (!isWorthIt || !isUtf8(bytes)) return bytes.toString('utf8')
  return transcode(bytes, 'utf8', 'utf16le').toString('utf16le')
}

/** Most texts have fewer brackets than lines may be deep; only the others are walked. */
function mayBeNestedTooDeeply(text: string): boolean {
  if (text.length < 2 * DEEPEST) return false // it would not hold the brackets
  let brackets = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++brackets > DEEPEST) return true
  }
  return false
}

function broken(problem: string, fragments: readonly Fragment[], isPassedOver: boolean): Reading {
  return { kind: 'broken', problem, fragments, isPassedOver }
}

function salvage(bytes: Buffer): readonly Fragment[] {
  const fragments: Fragment[] = []
  let from = 0
  let lost = 0
  for (let tries = 0; tries < TRIES; tries++) {
    const open = bytes.indexOf('{"', from)
    if (open === -1) break
    const end = objectEnd(bytes, open)
    const record = end === -1 ? undefined : readObject(bytes.toString('utf8', open, end))
    if (!record || !isRecord(record)) {
      from = record ? end : open + 2
      continue
    }
    if (open > lost) fragments.push({ start: lost, end: open, record: undefined, isRead: false })
    fragments.push({ start: open, end, record, isRead: open === 0 })
    from = end
    lost = end
  }
  if (lost < bytes.length) fragments.push({ start: lost, end: bytes.length, record: undefined, isRead: false })
  return fragments
}

/** A fragment such as `{"a":1}` inside broken text is not taken for a line of the client. */
function isRecord(record: Line): boolean {
  return typeof record.type === 'string'
}

/** The byte after the object that opens at `open`, or -1 where it does not close. */
function objectEnd(bytes: Buffer, open: number): number {
  let depth = 0
  let inString = false
  for (let at = open; at < bytes.length; at++) {
    const byte = bytes[at]
    if (inString) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x7b) depth++
    else if (byte === 0x7d && --depth === 0) return at + 1
  }
  return -1
}

/** Where a record is in its line, whether the client reads it, and whether something else is there too. */
export interface RecordInLine {
  readonly start: number
  readonly end: number
  readonly isRead: boolean
  readonly shares: boolean
}

/** Visits the records of a line; returns whether something is there that the client passes over, and nothing else. */
export function eachRecord(line: Buffer, visit: (record: Line, place: RecordInLine) => void): boolean {
  const reading = readLine(line.subarray(0, textEnd(line, 0, line.length)))
  if (reading.kind === 'record') visit(reading.record, { start: 0, end: line.length, isRead: true, shares: false })
  if (reading.kind !== 'broken') return false
  for (const { record, start, end, isRead } of reading.fragments)
    if (record) visit(record, { start, end, isRead, shares: true })
  return reading.isPassedOver
}
