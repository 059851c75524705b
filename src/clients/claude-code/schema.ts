/**
 * The shape of Claude Code's lines, as far as Stet reads them. Everything is optional: files come from many versions
 * and from other hands, and no line may make the parser fail.
 */
export interface Line {
  readonly type?: string
  readonly subtype?: string
  readonly uuid?: string
  readonly parentUuid?: string | null
  readonly timestamp?: string
  readonly sessionId?: string
  readonly agentId?: string
  readonly cwd?: string
  readonly gitBranch?: string
  readonly version?: string
  readonly entrypoint?: string
  readonly isSidechain?: boolean
  readonly isMeta?: boolean
  readonly isCompactSummary?: boolean
  readonly isApiErrorMessage?: boolean
  readonly isDisplayOnly?: boolean
  readonly origin?: { readonly kind?: string }
  readonly turnPosition?: { readonly turnIndex?: number }
  readonly message?: Message
  readonly toolUseResult?: unknown
  /** The reason a person gave for refusing a call. */
  readonly userFeedback?: unknown
  readonly operation?: unknown
  readonly reason?: unknown
  readonly attachment?: { readonly type?: string } & Readonly<Record<string, unknown>>
  readonly rendered?: unknown
  readonly content?: unknown
  readonly compactMetadata?: {
    readonly preservedSegment?: { readonly headUuid?: string; readonly anchorUuid?: string; readonly tailUuid?: string }
  }
  readonly leafUuid?: string
  readonly customTitle?: string
  readonly agentName?: string
  readonly aiTitle?: string
  readonly summary?: string
}

export interface Message {
  readonly id?: string
  readonly role?: string
  readonly model?: string
  readonly content?: string | readonly Content[]
  readonly usage?: Usage
}

export interface Usage {
  readonly input_tokens?: number
  readonly cache_creation_input_tokens?: number
  readonly cache_read_input_tokens?: number
  readonly output_tokens?: number
}

/** One block of a message, as the API has it. */
export interface Content {
  readonly type?: string
  readonly text?: string
  readonly thinking?: string
  readonly signature?: string
  readonly data?: string
  readonly id?: string
  readonly name?: string
  readonly input?: unknown
  readonly tool_use_id?: string
  readonly content?: unknown
  readonly is_error?: boolean
  readonly source?: unknown
}

/** Reads a JSON object; undefined where the text is anything else. */
export function readObject(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? sound(value) : undefined
  } catch {
    return undefined // not JSON: the caller keeps the bytes as malformed
  }
}

/** The fields the parser branches on, with those of a wrong type taken for absent. */
function sound(value: object): Line {
  const line = value as Line
  if (line.message !== undefined && (typeof line.message !== 'object' || line.message === null)) {
    return { ...line, message: {} }
  }
  return line
}

/** A message's blocks, whichever of its two forms the content has; entries that are no objects are dropped here. */
export function contentOf(message: Message | undefined): readonly Content[] {
  const content = message?.content
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.every(isObject) ? content : content.filter(isObject)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** The text of a result, whichever of its two forms it has; what is no text is left out. */
export function contentText(content: unknown): string {
  if (isText(content)) return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: Content | null) => (part?.type === 'text' && isText(part.text) ? part.text : ''))
    .filter((text) => text !== '')
    .join('\n')
}
