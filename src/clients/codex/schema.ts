import { isObject, isText, readRecord } from '../json-record.ts'
import { isCount } from '../kit/about-session.ts'

export { isObject, isText }

/**
 * The shape of Codex's lines, as far as Stet reads them. Everything is optional: files come from many versions and from
 * other hands, and no line may make the reader fail.
 */
export interface Line {
  readonly type?: string
  readonly timestamp?: string
  /** Counts the lines of a file in paginated mode. */
  readonly ordinal?: number
  readonly payload: Payload
}

/** What a line says; of a `response_item` this is the item that the model is sent. */
export interface Payload {
  readonly type?: unknown
  readonly id?: unknown
  readonly role?: unknown
  readonly content?: unknown
  readonly summary?: unknown
  readonly encrypted_content?: unknown
  readonly name?: unknown
  readonly namespace?: unknown
  readonly arguments?: unknown
  readonly input?: unknown
  readonly action?: unknown
  readonly call_id?: unknown
  readonly output?: unknown
  readonly message?: unknown
  readonly replacement_history?: unknown
  readonly num_turns?: unknown
  readonly internal_chat_message_metadata_passthrough?: unknown
  readonly [field: string]: unknown
}

/** One piece of a message or of an output. */
export interface Content {
  readonly type?: unknown
  readonly text?: unknown
  readonly image_url?: unknown
}

/** Items as the client's first versions wrote them: without an envelope around them. */
const BARE_ITEMS: ReadonlySet<unknown> = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
])

/** Lines of the client's live output: what they say is in `item`, or in the line itself. */
const STREAMED = /^(?:(?:thread|turn|item)\.[a-z]+|error)$/

/** Reads the text of one line; undefined where it is no record of the client's: that one passes over it too. */
export function readLine(bytes: Buffer): Line | undefined {
  const value = readRecord(bytes)
  return value && lineOf(value)
}

/** Other clients call a line a message too, and keep who says what one level deeper. */
function wraps({ type, role }: Readonly<Record<string, unknown>>): boolean {
  return type === 'message' && role === undefined
}

function lineOf(value: Readonly<Record<string, unknown>>): Line {
  const { type, timestamp, ordinal, payload } = value
  const about = {
    ...(isText(timestamp) && { timestamp }),
    ...(typeof ordinal === 'number' && { ordinal }),
  }
  if (BARE_ITEMS.has(type) && payload === undefined && !wraps(value))
    return { type: 'response_item', payload: value, ...about }
  if (type === undefined && isText(value.id) && isText(timestamp)) {
    return { type: 'session_meta', payload: value, ...about }
  }
  if (isText(type) && payload === undefined && STREAMED.test(type))
    return { type, payload: isObject(value.item) ? value.item : value }
  return { ...(isText(type) && { type }), payload: isObject(payload) ? payload : {}, ...about }
}

/** The pieces of a message or an output, whichever of its two forms it has; entries that are no objects are dropped. */
export function contentOf(content: unknown): readonly Content[] {
  if (isText(content)) return [{ type: 'input_text', text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}

export function textOf({ text }: Content): string {
  return isText(text) ? text : ''
}

/** Tokens that filled the model's window after a reply, as the client notes them in a line of their own; else 0. */
export function countedContext({ type, payload }: Line): number {
  const { info } = payload
  if (type !== 'event_msg' || payload.type !== 'token_count' || !isObject(info)) return 0
  const { last_token_usage: usage } = info
  const total = isObject(usage) ? usage.total_tokens : 0
  return isCount(total) ? total : 0
}
