import type { BlockDraft } from '../../model/block.ts'
import { isObject, isText } from '../json-record.ts'
import type { Content } from './schema.ts'

/** What somebody says; a message before it has an id and a time. */
export type MessageDraft =
  | { readonly role: 'user' | 'assistant'; readonly content: Content[] }
  | {
      readonly role: 'toolResult'
      readonly toolCallId: string
      readonly toolName: string
      readonly content: readonly Content[]
      readonly isError: boolean
    }
  | { readonly role: 'summary'; readonly text: string }

/** Blocks of one line of another client as messages of this one. `names` has what each call's tool is called. */
export function messagesOf(blocks: readonly BlockDraft[], names: Map<string, string>): readonly MessageDraft[] {
  const drafts: MessageDraft[] = []
  for (const block of blocks) {
    const { type, content, tool_use_id: id = '', name = 'tool', is_error } = block
    switch (type) {
      case 'note':
        drafts.push({ role: 'summary', text: String(content) })
        break
      case 'tool_result': {
        const toolName = names.get(id) ?? 'tool'
        drafts.push({
          role: 'toolResult',
          toolCallId: id,
          toolName,
          content: piecesOf(content),
          isError: is_error === true,
        })
        break
      }
      case 'tool_use':
        names.set(id, name)
        said('assistant').push({
          type: 'toolCall',
          id,
          name,
          arguments: isObject(content) ? content : { input: content },
        })
        break
      case 'assistant-text':
        said('assistant').push({ type: 'text', text: String(content) })
        break
      default:
        said('user').push(type === 'image' ? pictureOf(content) : { type: 'text', text: String(content) })
    }
  }
  return drafts

  function said(role: 'user' | 'assistant'): Content[] {
    const last = drafts.at(-1)
    if (last?.role === role) return last.content
    const content: Content[] = []
    drafts.push({ role, content })
    return content
  }
}

function piecesOf(content: unknown): readonly Content[] {
  if (!Array.isArray(content))
    return [{ type: 'text', text: isText(content) ? content : JSON.stringify(content ?? '') }]
  return content.filter(isObject).map((piece) => {
    if (piece.type === 'image') return pictureOf(piece)
    return { type: 'text', text: isText(piece.text) ? piece.text : JSON.stringify(piece) }
  })
}

function pictureOf(content: unknown): Content {
  const { media_type, data, url } = isObject(content) && isObject(content.source) ? content.source : ({} as Source)
  return isText(data) ? { type: 'image', data, mimeType: media_type } : { type: 'text', text: String(url ?? '') }
}

type Source = Readonly<Record<string, unknown>>
