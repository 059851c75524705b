import type { BlockDraft } from '../../../model/block.ts'
import type { Content } from '../schema.ts'

/** A line that says blocks of another client's session. */
export interface MessageLine {
  readonly type: 'user' | 'assistant'
  readonly isCompactSummary?: boolean
  readonly content: string | Content[]
}

/** Blocks of one line of another client as lines of this one; what a person says in it is one line. */
export function messagesOf(blocks: readonly BlockDraft[]): readonly MessageLine[] {
  const lines: MessageLine[] = []
  let said: Content[] | undefined
  for (const block of blocks) {
    if (block.type === 'user-text' || block.type === 'image') {
      const piece = block.type === 'image' ? pictureOf(block.content) : { type: 'text', text: String(block.content) }
      if (said) said.push(piece)
      else {
        said = [piece]
        lines.push({ type: 'user', content: said })
      }
    } else lines.push(lineOf(block))
  }
  return lines
}

function lineOf({ type, content, name = 'tool', tool_use_id: id = '', is_error }: BlockDraft): MessageLine {
  switch (type) {
    case 'tool_use':
      return { type: 'assistant', content: [{ type, id: idOf(id), name: toolName(name), input: inputOf(content) }] }
    case 'tool_result':
      return {
        type: 'user',
        content: [{ type, tool_use_id: idOf(id), content: resultOf(content), ...(is_error && { is_error: true }) }],
      }
    case 'note':
      return { type: 'user', isCompactSummary: true, content: String(content) }
    default:
      return { type: 'assistant', content: [{ type: 'text', text: String(content) }] }
  }
}

/** A call is given an object; a tool that takes any text has it as `input`. */
function inputOf(content: unknown): unknown {
  return typeof content === 'object' && content !== null && !Array.isArray(content) ? content : { input: content ?? '' }
}

function resultOf(content: unknown): unknown {
  if (typeof content === 'string' || Array.isArray(content)) return content
  return JSON.stringify(content ?? '')
}

function pictureOf(content: unknown): Content {
  return content as Content
}

/** Ids and names as the API takes them. */
function idOf(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_')
}

function toolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'tool'
}
