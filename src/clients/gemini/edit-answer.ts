import { headWith } from '../../model/cut-text.ts'
import type { BlockEdit } from '../../model/line-edits.ts'
import { answerText } from './blocks.ts'
import { type Fields, isObject, type Part, partsOf, textOf } from './schema.ts'

/** What a tool gave back, with its text or its pictures changed. */
export function editAnswer(parts: readonly Part[], edit: BlockEdit): readonly Part[] {
  switch (edit.kind) {
    case 'text':
      return parts.slice(0, 1).map((part) => withText(part, () => edit.text, []))
    case 'cut':
      return parts.flatMap((part) => {
        if (isPicture(part)) return edit.images === undefined ? [part] : [{ text: edit.images }]
        return [withText(part, (text) => headWith(text, edit.keep, edit.notice), withoutPictures(part, edit.images))]
      })
    case 'images':
      return parts.map((part) => {
        if (isPicture(part)) return { text: edit.notice }
        return isObject(part.functionResponse)
          ? withText(part, (text) => text, withoutPictures(part, edit.notice))
          : part
      })
    default:
      return parts
  }
}

function isPicture({ inlineData }: Part): boolean {
  return isObject(inlineData)
}

/** The pictures inside of an answer, or the notice in the place of each. */
function withoutPictures({ functionResponse: answer }: Part, notice: string | undefined): readonly Part[] {
  const parts = isObject(answer) ? partsOf(answer.parts) : []
  return notice === undefined ? parts : parts.map((part) => (isPicture(part) ? { text: notice } : part))
}

function withText(part: Part, change: (text: string) => string, pictures: readonly Part[]): Part {
  const { functionResponse: answer } = part
  if (!isObject(answer)) return { ...part, text: change(textOf(part)) }
  const { parts: _, ...rest } = answer
  const text = change(answerText(answer))
  const response = isObject(answer.response) && answer.response.error !== undefined ? { error: text } : { output: text }
  return { functionResponse: { ...(rest as Fields), response, ...(pictures.length > 0 && { parts: pictures }) } }
}
