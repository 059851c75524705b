import { cutStrings, headWith } from '../../model/cut-text.ts'
import type { BlockEdit } from '../../model/line-edits.ts'
import { cutResult, type PieceTypes, withoutImage } from '../kit/edit.ts'
import { argumentsOf } from './blocks.ts'
import { contentOf, isObject, isText, type Payload, textOf } from './schema.ts'

const TYPES: PieceTypes = { text: 'input_text', image: 'input_image' }

/** An item with some of its blocks changed; undefined where nothing of it is left. */
export function editItem(item: Payload, edits: ReadonlyMap<number, BlockEdit>): Payload | undefined {
  if (item.type === 'message') {
    const content = contentOf(item.content).flatMap((piece, at) => {
      const edit = edits.get(at)
      return edit ? editPiece(piece, edit) : [piece]
    })
    return content.length === 0 ? undefined : { ...withoutKinds(item), content }
  }
  const edit = edits.get(0)
  if (!edit) return item
  if (edit.kind === 'remove') return undefined
  if ('output' in item) return { ...item, output: editOutput(item.output, edit) }
  if (edit.kind === 'strings') return editCall(item, edit)
  return edit.kind === 'text' ? spoken(edit.text) : item
}

/** What the agent says in the place of an item that is no longer there. */
function spoken(text: string): Payload {
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }
}

/** They are counted by their places, and a piece may be gone; what is left is told by its beginning. */
function withoutKinds(item: Payload): Payload {
  const about = item.internal_chat_message_metadata_passthrough
  if (!isObject(about) || !('content_item_kinds' in about)) return item
  const { content_item_metadata: _, ...rest } = about
  return { ...item, internal_chat_message_metadata_passthrough: rest }
}

function editPiece(piece: object, edit: BlockEdit): readonly object[] {
  switch (edit.kind) {
    case 'remove':
      return []
    case 'images':
      return [{ type: 'input_text', text: edit.notice }]
    case 'text':
      return [{ ...piece, text: edit.text }]
    case 'cut':
      return [{ ...piece, text: headWith(textOf(piece), edit.keep, edit.notice) }]
    case 'strings':
      return [piece]
  }
}

function editCall(item: Payload, edit: Extract<BlockEdit, { kind: 'strings' }>): Payload {
  if (isText(item.input)) return { ...item, input: cutStrings(item.input, edit) }
  const given = argumentsOf(item.arguments)
  const cut = cutStrings(given, edit)
  return { ...item, arguments: isText(given) ? cut : JSON.stringify(cut) }
}

function editOutput(output: unknown, edit: BlockEdit): unknown {
  switch (edit.kind) {
    case 'text':
      return edit.text
    case 'cut':
      return cutResult(output, edit, TYPES)
    case 'images':
      return Array.isArray(output) ? output.map((piece) => withoutImage(piece, edit.notice, TYPES)) : output
    default:
      return output
  }
}
