import { isObject, isText, readRecord } from '../json-record.ts'
import { tokenSum } from '../kit/about-session.ts'

/** The shape of pi's lines, as far as Stet reads them. Everything is optional: no line may make the reader fail. */
export interface Line {
  readonly type?: string
  readonly timestamp?: string
  /** Lines of the first version have none, and follow the one before. */
  readonly id?: string
  readonly parentId?: string
  readonly message: Message
  /** The line as it is. */
  readonly fields: Readonly<Record<string, unknown>>
}

export interface Message {
  readonly role?: unknown
  readonly content?: unknown
  readonly model?: unknown
  readonly usage?: unknown
  readonly toolCallId?: unknown
  readonly isError?: unknown
  /** Of a command that the person ran. */
  readonly command?: unknown
  readonly output?: unknown
  readonly excludeFromContext?: unknown
  readonly sections?: unknown
  readonly stopReason?: unknown
}

/** Where a session that Stet wrote says which round its first line begins: the line is linked to another than it was. */
export const ROUND_FIELD = 'round_id'

/** One piece of a message. */
export interface Content {
  readonly type?: unknown
  readonly text?: unknown
  readonly thinking?: unknown
  readonly id?: unknown
  readonly name?: unknown
  readonly arguments?: unknown
  readonly data?: unknown
  readonly mimeType?: unknown
}

/** Reads the text of one line; undefined where it is no record of the client's. */
export function readLine(bytes: Buffer): Line | undefined {
  const fields = readRecord(bytes)
  if (!fields) return undefined
  const { type, timestamp, id, parentId, message } = fields
  return {
    ...(isText(type) && { type }),
    ...(isText(timestamp) && { timestamp }),
    ...(isText(id) && { id }),
    ...(isText(parentId) && { parentId }),
    message: type === 'message' && isObject(message) ? message : {},
    fields,
  }
}

/** The pieces of a message, whichever of its two forms it has; entries that are no objects are dropped. */
export function contentOf(content: unknown): readonly Content[] {
  if (isText(content)) return content === '' ? [] : [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}

export function textIn(content: unknown): string {
  return contentOf(content)
    .flatMap(({ text }) => (isText(text) ? text : []))
    .join('\n')
}

/** Tokens in the window after a reply: what was sent, from a cache or not, and what was answered. */
export function tokensIn(usage: unknown): number {
  if (!isObject(usage)) return 0
  return tokenSum([usage.input, usage.output, usage.cacheRead, usage.cacheWrite])
}

/** The first entry that a compaction kept, which lines of the first version count. */
export function keptBy({ firstKeptEntryId, firstKeptEntryIndex }: Line['fields']): string | undefined {
  if (isText(firstKeptEntryId)) return firstKeptEntryId
  return typeof firstKeptEntryIndex === 'number' ? `#${firstKeptEntryIndex}` : undefined
}
