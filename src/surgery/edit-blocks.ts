import type { BlockDraft } from '../model/block.ts'
import { cutStrings, headOf, headWith } from '../model/cut-text.ts'
import type { BlockEdit } from '../model/line-edits.ts'

/** Blocks in the common form with some of them changed, as a line of a client would be; `edits` by their places, those aside not counted. */
export function editBlocks(
  blocks: readonly BlockDraft[],
  edits: ReadonlyMap<number, BlockEdit>,
): readonly BlockDraft[] {
  let counted = 0
  return blocks.flatMap((block) => {
    const edit = block.aside ? undefined : edits.get(counted++)
    return edit ? editBlock(block, edit) : [block]
  })
}

function editBlock(block: BlockDraft, edit: BlockEdit): readonly BlockDraft[] {
  switch (edit.kind) {
    case 'remove':
      return []
    case 'text':
      return [block.type === 'tool_result' ? { ...block, content: edit.text } : spoken(block, edit.text)]
    case 'cut':
      return [{ ...block, content: cutContent(block.content, edit) }]
    case 'strings':
      return [{ ...block, content: cutStrings(block.content, edit) }]
    case 'images':
      return [
        block.type === 'image'
          ? { role: block.role, timestamp: block.timestamp, type: 'user-text', content: edit.notice }
          : { ...block, content: withoutImages(block.content, edit.notice) },
      ]
  }
}

function spoken({ timestamp }: BlockDraft, text: string): BlockDraft {
  return { role: 'assistant', timestamp, type: 'assistant-text', content: text }
}

/** Of a result in parts the first characters of all its text together are kept. */
function cutContent(content: unknown, edit: Extract<BlockEdit, { kind: 'cut' }>): unknown {
  const { keep, notice, images } = edit
  if (typeof content === 'string') return headWith(content, keep, notice)
  if (!Array.isArray(content)) return content
  let left = keep
  const parts: unknown[] = []
  for (const part of content) {
    const said: unknown = part?.text
    if (typeof said !== 'string') parts.push(part?.type === 'image' && images !== undefined ? textPart(images) : part)
    else if (left > 0) {
      const text = headOf(said, left)
      left = text.length < said.length ? 0 : left - text.length
      if (text !== '') parts.push({ ...part, text })
    }
  }
  return [...parts, textPart(notice.trimStart())]
}

function withoutImages(content: unknown, notice: string): unknown {
  return Array.isArray(content) ? content.map((part) => (part?.type === 'image' ? textPart(notice) : part)) : content
}

function textPart(text: string) {
  return { type: 'text', text }
}
