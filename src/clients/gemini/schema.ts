import { isObject, isText, readRecord } from '../json-record.ts'
import { tokenSum } from '../kit/about-session.ts'

export { isObject, isText }

/**
 * What a record of Gemini CLI is:
 * - `message`: what somebody said, or the client noted for the person; a later one of the same id is in its place
 * - `call`: one call of a reply with its answer, and `answer`: an answer alone; both are inside of messages
 * - `update`: changes what is known of the session; with messages, these are in the place of all before
 * - `about`: what a file begins with; in a file that is one document, all messages are in it
 * - `rewind`: a message and all after it are taken back
 */
export type RecordKind = 'message' | 'call' | 'answer' | 'update' | 'about' | 'rewind' | 'other'

/** The shape of records, as far as Stet reads them. Everything is optional: no line may make the reader fail. */
export interface Line {
  readonly kind: RecordKind
  readonly id?: string
  readonly type?: string
  readonly timestamp?: string
  /** What a compaction left, as the message after it shows. */
  readonly isSnapshot?: true
  /** The record as it is; of an update, what it sets. */
  readonly fields: Fields
}

export type Fields = Readonly<Record<string, unknown>>

/** One piece of a message, as the API has it. */
export interface Part {
  readonly text?: unknown
  readonly thought?: unknown
  readonly inlineData?: unknown
  readonly functionCall?: unknown
  readonly functionResponse?: unknown
}

/** A call of a reply, as the client notes it: with its answer. */
export interface Call {
  readonly id?: unknown
  readonly name?: unknown
  readonly args?: unknown
  readonly result?: unknown
  readonly status?: unknown
  readonly timestamp?: unknown
}

/** Reads the text of one record; undefined where it is none. */
export function readLine(bytes: Buffer): Line | undefined {
  const fields = readRecord(bytes)
  return fields && lineOf(fields)
}

function lineOf(fields: Fields): Line {
  const { id, type, timestamp } = fields
  return {
    kind: kindOf(fields),
    ...(isText(id) && { id }),
    ...(isText(type) && { type }),
    ...(isText(timestamp) && { timestamp }),
    fields: isObject(fields.$set) ? fields.$set : fields,
  }
}

function kindOf(fields: Fields): RecordKind {
  if (isText(fields.$rewindTo)) return 'rewind'
  if (isText(fields.id) && isText(fields.type)) return 'message'
  if (isObject(fields.$set)) return 'update'
  if (isText(fields.sessionId) && isText(fields.projectHash)) return 'about'
  if (isText(fields.name) && fields.args !== undefined) return 'call'
  return isObject(fields.functionResponse) ? 'answer' : 'other'
}

/** The pieces of a message, whichever of its forms it has. */
export function partsOf(content: unknown): readonly Part[] {
  if (isText(content)) return content === '' ? [] : [{ text: content }]
  if (!Array.isArray(content)) return isObject(content) ? [content] : []
  return content.flatMap((part: unknown): readonly Part[] =>
    isText(part) ? [{ text: part }] : isObject(part) ? [part] : [],
  )
}

export function callsOf({ toolCalls }: Fields): readonly Call[] {
  return Array.isArray(toolCalls) ? toolCalls.filter(isObject) : []
}

export function textOf({ text }: Part): string {
  return isText(text) ? text : ''
}

/** What the client has the agent say to what a compaction left. */
export const UNDERSTOOD = 'Got it. Thanks for the additional context!'

/** Tokens in the window after a reply: what was sent and what was answered. Thoughts are not sent again. */
export function tokensIn(tokens: unknown): number {
  return isObject(tokens) ? tokenSum([tokens.input, tokens.output]) : 0
}
