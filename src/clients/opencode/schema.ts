import { isObject, isText, readRecord } from '../json-record.ts'
import { tokenSum } from '../kit/about-session.ts'
import { isOwnId, isSaidId } from './ids.ts'

/** Where a session that Stet wrote says where it was cut from: what the client keeps for others. */
export const NOTE_FIELD = 'stet'

/**
 * The shape of an exported session, as far as Stet reads it: a document of what the session is and its messages, each with
 * what it is and its parts. Everything is optional: no record may make the reader fail.
 */
export interface Line {
  /** `session` is the document, `message` one inside of it. */
  readonly kind: 'session' | 'message' | 'other'
  readonly info: Fields
  readonly parts: readonly Part[]
}

const COMMA = 0x2c

export type Fields = Readonly<Record<string, unknown>>

/** One piece of a message. Of a tool, the call and its result are one. */
export interface Part extends Fields {
  readonly type?: unknown
  readonly text?: unknown
  readonly synthetic?: unknown
  readonly ignored?: unknown
  readonly tool?: unknown
  readonly callID?: unknown
  readonly state?: unknown
  readonly mime?: unknown
  readonly url?: unknown
}

/** Reads the text of one record, or of a message of a document with the comma before it; undefined where it is none. */
export function readLine(bytes: Buffer): Line | undefined {
  const fields = readRecord(bytes.subarray(/^\s*,/.test(bytes.toString('latin1', 0, 8)) ? bytes.indexOf(COMMA) + 1 : 0))
  if (!fields) return undefined
  const { info, messages, parts } = fields
  const kind = !isObject(info) ? 'other' : Array.isArray(messages) ? 'session' : isText(info.role) ? 'message' : 'other'
  return { kind, info: isObject(info) ? info : {}, parts: Array.isArray(parts) ? parts.filter(isObject) : [] }
}

/** A time as the client has it, in milliseconds, of a field of `time`. */
export function timeIn({ time }: Fields, name: string): string | undefined {
  const at = isObject(time) ? time[name] : undefined
  return typeof at === 'number' && Math.abs(at) < 8.64e15 ? new Date(at).toISOString() : undefined
}

/** Whether the client wrote it in the agent's place, as what a compaction leaves. */
export function isSummary({ info }: Line): boolean {
  return info.role === 'assistant' && info.summary === true
}

/** Whether a person said something in it; else the client put it in a person's place. */
export function isHuman({ kind, info, parts }: Line): boolean {
  if (isOwnId(info.id) || isSaidId(info.id)) return false
  return kind === 'message' && info.role === 'user' && parts.some((part) => isSpoken(part) || part.type === 'file')
}

/** Whether a piece is a person's own words. */
export function isSpoken({ type, text, synthetic, ignored }: Part): boolean {
  return type === 'text' && isText(text) && text !== '' && synthetic !== true && ignored !== true
}

/** Tokens in the window after a reply are what was sent, from a cache or not, and what was answered. */
export function tokensOf(tokens: unknown): number {
  const { input, output, cache } = isObject(tokens) ? tokens : {}
  const { read, write } = isObject(cache) ? cache : {}
  return tokenSum([input, read, write, output])
}
