import type { ApiBlock, ApiMessage } from './mock-api.ts'

/** One block the API received. Which fields are there depends on the type; `id` joins a tool call to its result. */
export interface ConversationBlock {
  readonly role: string
  readonly type: string
  /** Of `text` and `thinking`. */
  readonly text?: string
  readonly signature?: string
  readonly id?: string
  readonly name?: string
  readonly input?: unknown
  /** Of `tool_result` (a string or blocks), `image` (its source), and whole for types not known here. */
  readonly content?: unknown
  readonly isError?: true
}

/**
 * Gives the conversation in a request's messages as a flat list, without what the client puts in by itself: messages
 * of role `system`, text blocks made of nothing but `<system-reminder>`s, cache marks, and the new prompt at the end.
 *
 * Text that the client says in a speaker's place ("No response requested.") stays, because the model reads it as said.
 *
 * Session lines of the user that follow one another reach the API as one message; there the client ends each text
 * with one more "\n", which is taken off again. Two text blocks of one line are not told apart from that: of those the
 * first loses a final "\n" of its own.
 */
export function conversation(messages: readonly ApiMessage[], prompt: string): readonly ConversationBlock[] {
  const blocks = messages
    .filter((message) => message.role !== 'system')
    .flatMap((message) => unjoin(message).map((block) => toConversationBlock(message.role, block)))
    .filter((block) => !isReminder(block))
  const last = blocks.findLastIndex((block) => block.role === 'user' && block.type === 'text' && block.text === prompt)
  return blocks.filter((_, index) => index !== last)
}

function unjoin({ role, content }: ApiMessage): readonly ApiBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (role !== 'user') return content
  return content.map((block, index) => {
    const joined = block.type === 'text' && content[index + 1]?.type === 'text'
    return joined ? { ...block, text: String(block.text).replace(/\n$/, '') } : block
  })
}

function toConversationBlock(role: string, block: ApiBlock): ConversationBlock {
  const { type } = block
  switch (type) {
    case 'text':
      return { role, type, text: String(block.text) }
    case 'thinking':
      return { role, type, text: String(block.thinking), signature: String(block.signature ?? '') }
    case 'tool_use':
      return { role, type, id: String(block.id), name: String(block.name), input: block.input }
    case 'tool_result': {
      const result = { role, type, id: String(block.tool_use_id), content: unmarked(block.content) }
      return block.is_error === true ? { ...result, isError: true } : result
    }
    case 'image':
      return { role, type, content: block.source }
    default:
      return { role, type, content: unmarked(block) }
  }
}

// Cache marks move with every request and say nothing.
function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'cache_control'))
}

const REMINDER = /<system-reminder>(?:(?!<\/system-reminder>)[\s\S])*<\/system-reminder>/g

// Only a block that is reminders through and through: a text that merely contains one (a compaction's summary) was said.
function isReminder(block: ConversationBlock): boolean {
  if (block.type !== 'text' || !block.text?.includes('<system-reminder>')) return false
  return block.text.replace(REMINDER, '').trim() === ''
}
