import { cutStrings, headOf, headWith } from '../../../model/cut-text.ts'
import type { BlockEdit } from '../../../model/line-edits.ts'
import { type Content, isText } from '../schema.ts'

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
      return { ...block, content: cutResult(block.content, edit) }
    default:
      return block
  }
}

/** Of a result in parts the first characters of all its text together are kept. */
function cutResult(content: unknown, { keep, notice, images }: Cut): unknown {
  if (isText(content)) return headWith(content, keep, notice)
  if (!Array.isArray(content)) return content
  let left = keep
  const parts: unknown[] = []
  for (const part of content) {
    const said = partText(part)
    if (said === undefined) parts.push(images === undefined ? part : withoutImage(part, images))
    else if (left > 0) {
      const text = headOf(said, left)
      left = text.length < said.length ? 0 : left - text.length
      if (text !== '') parts.push({ ...(isText(part) ? { type: 'text' } : part), text })
    }
  }
  return [...parts, { type: 'text', text: notice.trimStart() }]
}

/** The text of a part, which may be one itself; undefined where it has none. */
function partText(part: unknown): string | undefined {
  const text = typeof part === 'object' && part !== null ? (part as Content).text : part
  return isText(text) ? text : undefined
}

function withoutImages(block: Content, notice: string): Content {
  if (!Array.isArray(block.content)) return { type: 'text', text: notice }
  return { ...block, content: block.content.map((part) => withoutImage(part, notice)) }
}

function withoutImage(part: unknown, notice: string): unknown {
  return (part as Content | null)?.type === 'image' ? { type: 'text', text: notice } : part
}
