import { type Content, isText } from '../schema.ts'

/** The text of a result, whichever of its two forms it has; what is no text is left out. */
export function contentText(content: unknown): string {
  if (isText(content)) return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: Content | null) => (part?.type === 'text' && isText(part.text) ? part.text : ''))
    .filter((text) => text !== '')
    .join('\n')
}
