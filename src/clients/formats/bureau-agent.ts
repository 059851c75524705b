import type { BlockDraft } from '../../model/block.ts'
import { isObject, isText } from '../json-record.ts'
import { arrayFormat, jsonOf } from './array-format.ts'
import { contentText } from './content-text.ts'
import type { Message } from './format.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The messages of Bureau's own agent, with the names that its structs have; others write them small. `Kind` of a text is
 * Stet's, and others pass over it: the summary of a compaction, or what Stet said.
 */
export const BUREAU_AGENT = arrayFormat({
  id: 'bureau-agent-v1',
  description:
    'A CBOR (or JSON) array of messages in order. Each is {Role: user or assistant, Content}, an array of blocks {Type: text, Text}, {Type: tool_use, ToolUse: {ID, Name, Input as JSON}} or {Type: tool_result, ToolResult: {ToolUseID, Content, IsError}}.',
  holds: ['user-text', 'assistant-text', 'tool_use', 'tool_result'],
  read: messagesOf,
  write: itemsOf,
  packed(item) {
    if (!isObject(item) || !Array.isArray(item.Content)) return item
    return { ...item, Content: item.Content.map(packedPiece) }
  },
})

function messagesOf(item: unknown): readonly Message[] {
  const { role, content } = fieldsOf(item)
  const pieces = (isText(content) ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : []).map(
    fieldsOf,
  )
  return pieces.flatMap((piece): readonly Message[] => {
    const { kind, text } = piece
    if (kind === 'summary' || kind === 'own')
      return [{ kind, blocks: [{ role: 'system', type: 'note', timestamp: null, content: String(text ?? '') }] }]
    const block = blockOf(piece, role === 'assistant')
    return block ? [{ kind: 'said', blocks: [block] }] : []
  })
}

function blockOf(piece: Fields, isAgents: boolean): BlockDraft | undefined {
  const base = { role: isAgents ? ('assistant' as const) : ('user' as const), timestamp: null }
  if (piece.type === 'text')
    return { ...base, type: isAgents ? 'assistant-text' : 'user-text', content: String(piece.text ?? '') }
  if (piece.type === 'tool_use') {
    const { id, name, input } = fieldsOf(piece.tooluse)
    return {
      ...base,
      type: 'tool_use',
      content: input ?? null,
      ...(isText(name) && { name }),
      ...(isText(id) && { tool_use_id: id }),
    }
  }
  if (piece.type !== 'tool_result') return undefined
  const { tooluseid, content, iserror } = fieldsOf(piece.toolresult)
  return {
    ...base,
    type: 'tool_result',
    content: content ?? '',
    ...(isText(tooluseid) && { tool_use_id: tooluseid }),
    ...(iserror === true && { is_error: true }),
  }
}

/** Fields by their names in small letters, without the lines between words. */
function fieldsOf(value: unknown): Fields {
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.replaceAll('_', '').toLowerCase(), one]))
}

/** Messages alternate: what one side says in a row is one of them. */
function itemsOf(messages: readonly Message[]): readonly object[] {
  const items: { readonly Role: string; readonly Content: object[] }[] = []
  for (const { kind, blocks } of messages) {
    for (const block of blocks) {
      const Role = block.role === 'assistant' ? 'assistant' : 'user'
      const piece = { ...pieceOf(block), ...(kind !== 'said' && { Kind: kind }) }
      const last = items.at(-1)
      if (last?.Role === Role) last.Content.push(piece)
      else items.push({ Role, Content: [piece] })
    }
  }
  return items
}

function packedPiece(piece: unknown): unknown {
  if (!isObject(piece) || !isObject(piece.ToolUse) || piece.ToolUse.Input === undefined) return piece
  return { ...piece, ToolUse: { ...piece.ToolUse, Input: jsonOf(piece.ToolUse.Input) } }
}

function pieceOf({ type, content, name = 'tool', tool_use_id: id = '', is_error }: BlockDraft): object {
  if (type === 'tool_use') return { Type: type, ToolUse: { ID: id, Name: name, Input: jsonOf(content) } }
  if (type === 'tool_result')
    return { Type: type, ToolResult: { ToolUseID: id, Content: contentText(content), IsError: is_error === true } }
  return { Type: 'text', Text: contentText(content) }
}
