import { isObject, isText, readRecord } from '../json-record.ts'

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
  readonly sections?: unknown
}

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
