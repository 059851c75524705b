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

/** Longer lines than a string may hold are kept as bytes and not read. */
const LONGEST = 500_000_000

/** Reads the text of one line; undefined where it is no record of the client's: that one passes over it too. */
export function readLine(bytes: Buffer): Line | undefined {
  if (bytes.length > LONGEST || isNestedTooDeeply(bytes)) return undefined
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined // not JSON: the caller keeps the bytes as malformed
  }
  return isObject(value) ? lineOf(value) : undefined
}

/** Other clients call a line a message too, and keep what was said one level deeper. */
function wraps({ type, role, message }: Readonly<Record<string, unknown>>): boolean {
  return type === 'message' && role === undefined && isObject(message)
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
  return { ...(isText(type) && { type }), payload: isObject(payload) ? payload : {}, ...about }
}

/** What is nested deeper cannot be written as JSON again, nor walked, within a stack. No client nests so deeply. */
const DEEPEST = 1000

function isNestedTooDeeply(bytes: Buffer): boolean {
  if (bytes.length < 2 * DEEPEST) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < bytes.length; at++) {
    const unit = bytes[at]
    if (inString) {
      if (unit === 0x5c) at++
      else if (unit === 0x22) inString = false
    } else if (unit === 0x22) inString = true
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > DEEPEST) return true
    } else if (unit === 0x7d || unit === 0x5d) depth--
  }
  return false
}

/** The pieces of a message or an output, whichever of its two forms it has; entries that are no objects are dropped. */
export function contentOf(content: unknown): readonly Content[] {
  if (isText(content)) return [{ type: 'input_text', text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}

export function textOf({ text }: Content): string {
  return isText(text) ? text : ''
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
