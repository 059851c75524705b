import { cutStrings, headWith } from '../../model/cut-text.ts'
import type { BlockEdit, LineEdits } from '../../model/line-edits.ts'
import { isText } from '../json-record.ts'
import { cutResult, type PieceTypes, withoutImage } from '../kit/edit.ts'
import { type Content, contentOf, type Message } from './schema.ts'

const TYPES: PieceTypes = { text: 'text', image: 'image' }

/** A message with some of its blocks changed; undefined where nothing of it is left. Blocks are counted as `blocksOf` gives them. */
export function editMessage(message: Message, edits: LineEdits['blocks']): Message | undefined {
  const first = edits.get(0)
  if (message.role === 'toolResult') return first ? editResult(message, first) : message
  if (message.role !== 'user' && message.role !== 'assistant') return first?.kind === 'remove' ? undefined : message
  const content = contentOf(message.content).flatMap((piece, at) => {
    const edit = edits.get(at)
    return edit ? editPiece(piece, edit) : [piece]
  })
  return content.length === 0 ? undefined : { ...message, content }
}

function editPiece(piece: Content, edit: BlockEdit): readonly Content[] {
  switch (edit.kind) {
    case 'remove':
      return []
    case 'text':
      return [{ type: 'text', text: edit.text }]
    case 'images':
      return [{ type: 'text', text: edit.notice }]
    case 'cut':
      return [isText(piece.text) ? { ...piece, text: headWith(piece.text, edit.keep, edit.notice) } : piece]
    case 'strings':
      return [{ ...piece, arguments: cutStrings(piece.arguments, edit) }]
  }
}

/** What a tool gave back; what the client shows besides of it says the same once more. */
function editResult(message: Message, edit: BlockEdit): Message | undefined {
  if (edit.kind === 'remove') return undefined
  const { details: _, ...rest } = message as Message & { readonly details?: unknown }
  return { ...rest, content: editContent(contentOf(message.content), edit) }
}

function editContent(content: readonly Content[], edit: BlockEdit): unknown {
  switch (edit.kind) {
    case 'text':
      return [{ type: 'text', text: edit.text }]
    case 'cut': {
      const [only, ...more] = content
      return only && more.length === 0 && isText(only.text)
        ? [{ ...only, text: headWith(only.text, edit.keep, edit.notice) }]
        : cutResult(content, edit, TYPES)
    }
    case 'images':
      return content.map((piece) => withoutImage(piece, edit.notice, TYPES))
    default:
      return content
  }
}

/** A message whose calls have other ids, where the new session has these already. */
export function renamed(message: Message, renames: ReadonlyMap<string, string>): Message {
  const answered = nameOf(message.toolCallId, renames)
  if (answered !== undefined) return { ...message, toolCallId: answered }
  if (message.role !== 'assistant') return message
  const content = contentOf(message.content).map((piece) => {
    const call = piece.type === 'toolCall' ? nameOf(piece.id, renames) : undefined
    return call === undefined ? piece : { ...piece, id: call }
  })
  return { ...message, content }
}

function nameOf(name: unknown, renames: ReadonlyMap<string, string>): string | undefined {
  return isText(name) ? renames.get(name) : undefined
}
