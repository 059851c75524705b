import type { BlockEdit } from '../../model/line-edits.ts'
import { type Content, isText } from './schema.ts'

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
      return [cut(block, edit.keep, edit.notice)]
    case 'images':
      return [withoutImages(block, edit.notice)]
  }
}

function cut(block: Content, keep: number, notice: string): Content {
  switch (block.type) {
    case 'text':
      return { ...block, text: headOf(block.text ?? '', keep) + notice }
    case 'tool_use':
      return { ...block, input: cutInputs(block.input, keep, notice) }
    case 'tool_result':
      return { ...block, content: cutResult(block.content, keep, notice) }
    default:
      return block
  }
}

/** Of a result in parts the first characters of all its text together are kept; pictures and the like stay. */
function cutResult(content: unknown, keep: number, notice: string): unknown {
  if (isText(content)) return headOf(content, keep) + notice
  if (!Array.isArray(content)) return content
  let left = keep
  const parts: unknown[] = []
  for (const part of content) {
    if (!isText(part?.text)) parts.push(part)
    else if (left > 0) {
      const text = headOf(part.text, left)
      left -= text.length
      parts.push({ ...part, text })
    }
  }
  return [...parts, { type: 'text', text: notice.trimStart() }]
}

/** The long strings of a call's input, each cut for itself. */
function cutInputs(input: unknown, keep: number, notice: string): unknown {
  if (isText(input)) return input.length > keep + notice.length ? headOf(input, keep) + notice : input
  if (Array.isArray(input)) return input.map((item) => cutInputs(item, keep, notice))
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, cutInputs(value, keep, notice)]))
}

function withoutImages(block: Content, notice: string): Content {
  if (!Array.isArray(block.content)) return { type: 'text', text: notice }
  return {
    ...block,
    content: block.content.map((part) => (part?.type === 'image' ? { type: 'text', text: notice } : part)),
  }
}

/** The first characters, never half of one. */
function headOf(text: string, chars: number): string {
  const head = text.slice(0, chars)
  return /[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head
}
