import { isSecretValue, type Manner } from '../rules/judge.ts'
import { namedBy } from '../rules/names.ts'
import { type Look, looked, mayLook } from './look.ts'
import type { Secret } from './text.ts'
import { elementAt, skipBlanks, type Value, valueAt } from './value.ts'

const LONGEST_NAME = 64

/** A name and what it is given, wherever both are written: settings, code, JSON, YAML, XML, command lines, sentences. */
export interface Assignment {
  readonly name: string
  readonly nameStart: number
  readonly value: Value
  readonly manner: Manner
  /** As a parameter of an address. */
  readonly inAddress?: boolean
}

/** What is given to the name that this word is a part of; undefined where nothing is. */
export function assignmentAt(look: Look, at: number, end: number): Assignment | undefined {
  const { text } = look
  if (at >= look.name.start && end <= look.name.end) return look.name.assignment
  const nameEnd = edge(text, end, 1)
  const nameStart = edge(text, at, -1)
  look.steps += nameEnd - nameStart
  look.name = { start: nameStart, end: nameEnd, assignment: undefined }
  if (nameEnd - nameStart > LONGEST_NAME) return undefined
  let start = nameStart
  if (text[start - 1] === '\\' && start < at && 'nrt'.includes(text[start]!)) start++ // what stands after an escape
  const name = text.slice(start, nameEnd)
  const given = givenAt(look, start, nameEnd)
  if (given) look.name = { ...look.name, assignment: { name, nameStart: start, ...given } }
  return look.name.assignment
}

/** A secret that is known by the name it is given to. */
export function assignedSecret(look: Look, at: number, end: number): Secret | undefined {
  const assignment = assignmentAt(look, at, end)
  if (!assignment) return undefined
  const { name, nameStart, value, manner } = assignment
  if (name === 'PASS' && manner === 'code') return undefined // as tests say it
  if (name === 'pass' && /\s/.test(value.text)) return undefined // the same
  const isSigned = assignment.inAddress && /^(?:x-amz-|x-goog-)?sig(?:nature)?$/i.test(name)
  const named = isSigned ? 'token' : namedBy(withWordBefore(look.text, nameStart, name))
  if (named === undefined || !isSecretValue(named, value, manner)) return undefined
  return { rule: named === 'password' ? 'password' : 'assigned-secret', start: value.start, end: value.end }
}

/** `API key: …` is said in two words. */
function withWordBefore(text: string, start: number, name: string): string {
  if (!/^(?:keys?|token)$/i.test(name) || text[start - 1] !== ' ') return name
  return `${/(\w{2,20}) $/.exec(text.slice(Math.max(0, start - 24), start))?.[1] ?? ''} ${name}`
}

/** Colours of a terminal, between a name and what it is given; in a text that is in another, ESC is written out. */
const COLOURS = `(?:(?:${String.fromCharCode(27)}|\\\\{1,4}(?:u001b|x1b|033|e))\\[[\\d;]{0,20}m){0,3}`
const CLOSING = `(?:["'\`\\]]|&(?:quot|apos|#34|#39|#x22|#x27);){0,3}`
const JOIN = new RegExp(
  `${COLOURS}${CLOSING}${COLOURS}[ \\t]{0,6}(?:\\?|!)?(?::=|=>|->|={1,3}|\\?=|\\|\\|=|:)[ \\t]{0,6}${COLOURS}`,
  'iy',
)
/** A type between the two: `password: str = "…"`. */
const TYPED_JOIN =
  /\??:[ \t]{0,4}(?:&(?:'static )?)?[A-Za-z_][\w.[\]<>| ]{0,40}=[ \t]{0,4}(?=[frbuFRBU]{0,2}\\{0,3}["'`])/y
/** `"--token", "…"` */
const ARGUMENT = /\\{0,3}["'`][ \t]{0,4},[ \t\r\n]{0,12}(?=\\{0,3}["'`])/y
/** In a table: bars, a tab or several blanks between the two. */
const COLUMN = /[ \t]{0,30}(?:\t| {2}|[|│┃])[ \t]{0,30}/y
/** Names whose value stands after a blank, as in settings of Redis and options of keytool. */
const BEFORE_BLANK = /(?:^|-)(?:requirepass|masterauth|authtoken|storepass|keypass)$/i
const SETS = /(?:^|[\s;&"'`]|\\n)(?:ENV|setx|set[ \t]-\w{1,3})[ \t]$/
const ESCAPED_JOIN = /\\{1,7}["'`]\]?[ \t]{0,6}(?::|=|=>)[ \t]{0,6}/y
const LIST_VALUE =
  /(?:\\{0,3}["'])?(?:[ \t]{0,4}\/?>?[ \t]{0,4}|,[ \t]{0,4}|[ \t]{0,4}\r?\n[ \t]{0,12}|\\n[ \t]{0,12})"?value"?[ \t]{0,4}[=:][ \t]{0,4}/iy
/** `Buffer.from("…")` */
const WRAPPED =
  /(?:new )?[A-Za-z][\w.]{0,40}\((?=[frbuFRBU]{0,2}\\{0,3}(["'`])[^"'`\n\\]{5,300}\\{0,3}\1(?:\)|, ?\\{0,3}["'`](?:utf-?8|hex|base64|ascii|latin1|binary)))/y
const WITH = /(?:with|using|mit)[ \t](?:the[ \t]|dem[ \t])?$/i
const CALL = /\\{0,3}["'`][ \t]{0,2},[ \t]{0,4}(?=\\{0,3}["'`])/y
/** `password is …`, `password for the database is …` */
const SAID =
  /(?:[ \t](?:for|of|to|on|at|für|zum|zur|vom|von)[ \t][^\s.,:;!?"'`][^\n.,:;!?"'`]{1,40})?[ \t](?:is|was|are|lautet|ist)[ \t]{1,2}(?:now[ \t])?/iy

function givenAt(look: Look, nameStart: number, nameEnd: number): Omit<Assignment, 'name' | 'nameStart'> | undefined {
  const { text } = look
  const next = text[nameEnd]
  if (next === undefined) return undefined
  if (next === '>' && text[nameStart - 1] === '<') return element(text, nameEnd + 1)
  const isFlag = text[nameStart - 1] === '-' && text[nameStart - 2] === '-'
  const joined =
    after(TYPED_JOIN, text, nameEnd) ??
    after(JOIN, text, nameEnd) ??
    (next === '\\' ? after(ESCAPED_JOIN, text, nameEnd) : undefined)
  if (joined !== undefined) {
    const isPlain = text[nameEnd] === '=' && text[nameEnd + 1] !== '=' && text[nameEnd + 1] !== '>'
    const isSetting = isPlain && joined === nameEnd + 1
    const isCompared = text[nameEnd] !== undefined && /==|!$/.test(text.slice(nameEnd, joined))
    const inAddress = isSetting && '?&'.includes(text[nameStart - 1] ?? ' ')
    if (!mayLook(look, joined)) return undefined
    const inCall = after(WRAPPED, text, joined) ?? joined
    const value = valueAt(text, inCall, inAddress ? '&#,;)]}<>' : isSetting ? ';<>' : ',;)]}<>')
    looked(look, value?.end ?? joined, value?.text.length ?? 1)
    if (!value || (isCompared && !value.isQuoted)) return undefined
    if (text[nameStart - 1] === ':' && text[nameEnd] === ':') return undefined // a part of a longer name
    const isCalled = value && !value.isQuoted && ',)'.includes(text[value.end] ?? ' ')
    const isUpper = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(text.slice(nameStart, nameEnd))
    return {
      value: trimmed(text, value),
      inAddress,
      manner: (isSetting && !isCalled) || isFlag || (isUpper && !value.isQuoted) ? 'setting' : 'code',
    }
  }
  const listed = after(LIST_VALUE, text, nameEnd)
  if (listed !== undefined) return plainly(text, listed, 'setting')
  const called = /\([ \t]{0,4}\\{0,3}["'`]$/.test(text.slice(Math.max(0, nameStart - 9), nameStart))
    ? after(CALL, text, nameEnd)
    : undefined
  if (called !== undefined) return plainly(text, called, 'code')
  const argument = isFlag ? after(ARGUMENT, text, nameEnd) : undefined
  if (argument !== undefined) return plainly(text, argument, 'setting')
  if (isFlag && next === ' ') return plainly(text, skipBlanks(text, nameEnd), 'setting')
  if (next === ' ' || next === '\t') {
    const said = after(SAID, text, nameEnd)
    if (said !== undefined) return plainly(text, said, 'code')
    const blank = skipBlanks(text, nameEnd)
    if (BEFORE_BLANK.test(text.slice(nameStart, nameEnd)) || isSet(text, nameStart, nameEnd))
      return plainly(text, blank, 'setting')
    if (WITH.test(text.slice(Math.max(0, nameStart - 11), nameStart))) {
      const used = plainly(text, blank, 'code')
      if (used && /\d/.test(used.value.text) && /[A-Za-z]/.test(used.value.text)) return used
    }
    const isWhole = nameEnd - nameStart > 4 // `pass "…"` is what one does to a function
    if ((isWhole && `'"`.includes(text[blank] ?? ' ')) || isNear(look, 'machine', nameStart, 300))
      return plainly(text, blank, 'code')
  }
  return inTable(text, nameStart, nameEnd)
}

/** `ENV NAME value` */
function isSet(text: string, nameStart: number, nameEnd: number): boolean {
  return (
    /^[A-Z][A-Z0-9_]+$/.test(text.slice(nameStart, nameEnd)) &&
    SETS.test(text.slice(Math.max(0, nameStart - 12), nameStart))
  )
}

/** What is in the cell after a name that is the first of its line, and has a digit in it as no word of a text has. */
function inTable(text: string, nameStart: number, nameEnd: number) {
  if (!/(?:^|\n)[ \t|│┃]{0,12}$/.test(text.slice(Math.max(0, nameStart - 13), nameStart))) return undefined
  const cell = after(COLUMN, text, nameEnd)
  const found = cell === undefined ? undefined : plainly(text, cell, 'code')
  if (!found || !/\d/.test(found.value.text)) return undefined
  return /^[ \t]{0,30}(?:[\r\n|│┃]|$)/.test(text.slice(found.value.end, found.value.end + 31)) ? found : undefined
}

function plainly(text: string, at: number, manner: Manner) {
  const value = valueAt(text, at, manner === 'setting' ? '<>' : ',;)]}<>')
  return value && !value.text.startsWith('-') ? { value: trimmed(text, value), manner } : undefined
}

function element(text: string, at: number) {
  const value = elementAt(text, at)
  return value && { value, manner: 'code' as const }
}

/** A value in no quotes without the marks that end a sentence or a statement. */
function trimmed(text: string, value: Value): Value {
  if (value.isQuoted) return value
  const end = value.start + value.text.replace(/[.,;:!?)\]}]+$/, (marks) => (marks.startsWith('!') ? '!' : '')).length
  return { ...value, end, text: text.slice(value.start, end) }
}

/** Whether this word was seen not far before. */
export function isNear(look: Look, word: string, at: number, most: number): boolean {
  const seen = look.seen.get(word)
  return seen !== undefined && at - seen <= most
}

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** Where the name ends, or begins. */
function edge(text: string, at: number, step: 1 | -1): number {
  let edge = at
  for (let many = 0; many <= LONGEST_NAME; many++) {
    const code = text.charCodeAt(step === 1 ? edge : edge - 1)
    const isName =
      (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95
    const isJoined = code === 45 || code === 46
    if (!isName && !(isJoined && isNamePart(text.charCodeAt(step === 1 ? edge + 1 : edge - 2)))) break
    edge += step
  }
  return edge
}

function isNamePart(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95
}
