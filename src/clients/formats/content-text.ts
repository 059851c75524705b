import { isObject, isText } from '../json-record.ts'

/** The text of a block's content, whichever form it has, for a format that has text alone there. */
export function contentText(content: unknown): string {
  if (isText(content)) return content
  if (!Array.isArray(content)) return content === null || content === undefined ? '' : JSON.stringify(content)
  return content.map((part) => (isObject(part) && isText(part.text) ? part.text : `[${typeOf(part)}]`)).join('\n')
}

function typeOf(part: unknown): string {
  return isObject(part) && isText(part.type) ? part.type : 'unknown'
}
