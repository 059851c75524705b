import { cutStrings, headWith } from '../../../model/cut-text.ts'
import type { BlockEdit } from '../../../model/line-edits.ts'
import { cutResult, type PieceTypes, withoutImage } from '../../kit/edit.ts'
import type { Content } from '../schema.ts'

const TYPES: PieceTypes = { text: 'text', image: 'image' }

type Cut = Extract<BlockEdit, { kind: 'cut' }>

/** The blocks of a message with some of them changed; those without an edit stay as they are. */
export function editContent(content: readonly Content[], edits: ReadonlyMap<number, BlockEdit>): readonly Content[] {
  return content.flatMap((block, at) => {
    const edit = edits.get(at)
    return edit ? editBlock(block, edit) : [block]
  })
}

function editBlock(block: Content, edit: BlockEdit): readonly Content[] {
  switch (edit.kind) {
    case 'remove':
      return []
    case 'text':
      return [block.type === 'tool_result' ? { ...block, content: edit.text } : { type: 'text', text: edit.text }]
    case 'cut':
      return [cut(block, edit)]
    case 'strings':
      return [{ ...block, input: cutStrings(block.input, edit) }]
    case 'images':
      return [withoutImages(block, edit.notice)]
  }
}

function cut(block: Content, edit: Cut): Content {
  switch (block.type) {
    case 'text':
      return { ...block, text: headWith(block.text ?? '', edit.keep, edit.notice) }
    case 'tool_result':
      return { ...block, content: cutResult(block.content, edit, TYPES) }
    default:
      return block
  }
}

function withoutImages(block: Content, notice: string): Content {
  if (!Array.isArray(block.content)) return { type: 'text', text: notice }
  return { ...block, content: block.content.map((part) => withoutImage(part, notice, TYPES)) }
}
