import type { Look } from './look.ts'
import type { Secret } from './text.ts'

const RULE = 'private-key'
const BEGIN = /-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/y
const END = /-----END[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/y

/** What the lines of such a key have in them, and how their ends are written where a text is in another. */
const LINES = /[A-Za-z0-9+/=:,\s"'>|-]*(?:\\{1,4}[nrt/])?/y
/** Lines, and between them their ends. */
const PARTS = /(\r?\n|\\{1,4}[nr])/
const BASE64 = /^[ \t>|]*[A-Za-z0-9+/=]+[ \t]*$/

/** A key has such a line; what only names its beginning and its end has none. */
const LINE = /[A-Za-z0-9+/=]{24}/

/** No key is longer. */
const LONGEST = 20_000

/** A private key from its beginning to its end, or as far as its lines go where the end was cut off. */
export function keyFrom(look: Look, at: number): Secret | undefined {
  const { text } = look
  BEGIN.lastIndex = at
  const begin = BEGIN.exec(text)
  if (!begin) return undefined
  const body = at + begin[0].length
  if (look.keyEnd < body) look.keyEnd = measured(look, body, () => text.indexOf('-----END', body))
  if (look.keyLine < body) look.keyLine = measured(look, body, () => text.slice(body).search(LINE) + body)
  if (look.keyEnd - body <= LONGEST) {
    if (look.keyLine >= look.keyEnd) return undefined
    END.lastIndex = look.keyEnd
    return { rule: RULE, start: at, end: look.keyEnd + (END.exec(text)?.[0].length ?? 0) }
  }
  if (look.linesEnd <= body) {
    look.linesEnd = measured(look, body, () => linesFrom(text, body))
  }
  const end = Math.min(look.linesEnd, body + LONGEST)
  if (end < text.length && look.keyLine >= end) return undefined
  return { rule: RULE, start: at, end: body + text.slice(body, end).trimEnd().length }
}

/** Where such lines end; one after the other, because a pattern that repeats a choice has no room for a text of megabytes. */
function linesFrom(text: string, at: number): number {
  LINES.lastIndex = at
  for (let from = at; LINES.test(text) && LINES.lastIndex > from; ) from = LINES.lastIndex
  return LINES.lastIndex
}

/** What is looked for once and remembered: nowhere is beyond the end. */
function measured(look: Look, from: number, find: () => number): number {
  const found = find()
  const end = found < from ? Number.POSITIVE_INFINITY : found
  look.steps += Math.min(end, look.text.length) - from
  return end
}

/** The end of a private key whose beginning was cut off, with its lines before it. */
export function keyUpTo(look: Look, at: number): Secret | undefined {
  const { text } = look
  END.lastIndex = at
  const end = END.exec(text)
  if (!end) return undefined
  const from = Math.max(look.floor, look.keyFloor, at - LONGEST)
  look.keyFloor = at
  look.steps += at - from
  const lines = text.slice(from, at).split(PARTS)
  let start = at
  let lineStart = at
  for (let line = lines.length - 1; line >= 0; line -= 2) {
    const one = lines[line]!
    lineStart -= one.length
    const isLast = line >= lines.length - 3
    if (one !== '' && !(BASE64.test(one) && (isLast || one.trim().length >= 16))) break
    if (one !== '') start = lineStart
    lineStart -= lines[line - 1]?.length ?? 0
  }
  return start === at ? undefined : { rule: RULE, start, end: at + end[0].length }
}

const PUTTY = /[ \t]{0,2}\d{1,3}(?:\r?\n|\\{1,4}n)((?:[A-Za-z0-9+/=]{20,80}(?:\r?\n|\\{1,4}n|$)){1,80})/y

/** The lines of a key of PuTTY, after the line that says how many. */
export function puttyKey(look: Look, end: number): Secret | undefined {
  PUTTY.lastIndex = end
  const found = PUTTY.exec(look.text)
  look.steps += found?.[0].length ?? 6
  if (!found) return undefined
  const start = end + found[0].length - found[1]!.length
  return { rule: RULE, start, end: start + found[1]!.trimEnd().length }
}
