import { headOf, headWith } from '../../model/cut-text.ts'
import type { BlockEdit } from '../../model/line-edits.ts'
import { isObject, isText } from '../json-record.ts'

/** What a client calls texts and pictures in what a tool gave back. */
export interface PieceTypes {
  readonly text: string
  readonly image: string
}

/** A result that is cut: of one in pieces the first characters of all its text together are kept. */
export function cutResult(
  content: unknown,
  { keep, notice, images }: Extract<BlockEdit, { kind: 'cut' }>,
  types: PieceTypes,
): unknown {
  if (isText(content)) return headWith(content, keep, notice)
  if (!Array.isArray(content)) return content
  let left = keep
  const pieces: unknown[] = []
  for (const piece of content) {
    const said = isObject(piece) ? piece.text : piece
    if (!isText(said)) pieces.push(images === undefined ? piece : withoutImage(piece, images, types))
    else if (left > 0) {
      const text = headOf(said, left)
      left = text.length < said.length ? 0 : left - text.length
      if (text !== '') pieces.push({ ...(isText(piece) ? { type: types.text } : piece), text })
    }
  }
  return [...pieces, { type: types.text, text: notice.trimStart() }]
}

/** A piece, or the notice in its place where it is a picture. */
export function withoutImage(piece: unknown, notice: string, { text, image }: PieceTypes): unknown {
  return isObject(piece) && piece.type === image ? { type: text, text: notice } : piece
}
