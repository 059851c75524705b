import { isUtf8 } from 'node:buffer'
import { formatOf } from '../../clients/formats/index.ts'

/** The text of a context, which can be searched for secrets, and what kind of text it is; none where it is no text. */
export function contentOf(id: string, bytes: Buffer): { readonly content?: string; readonly content_type: string } {
  const format = formatOf(id)
  const content = format ? format.textOf(bytes) : isUtf8(bytes) ? bytes.toString('utf8') : undefined
  if (content === undefined) return { content_type: 'application/octet-stream' }
  return {
    content,
    content_type: format === undefined ? 'text/plain' : format.isLines ? format.mediaType : 'application/json',
  }
}
