import { isUtf8 } from 'node:buffer'
import { withoutFieldAt } from '../json-fields.ts'
import { contentOf, isText, type Line } from './schema.ts'
import { fieldsOfLine } from './splice-content.ts'

/** Shorter results are cut so seldom that it is found out then where they stand. */
const LONG = 500

const QUOTE = 0x22

/** In `places`, what goes when a result is cut: the client's own copy of it; and from here on, the results by their block. */
export const COPY_OF_RESULT = 3
export const FIRST_RESULT = 4

/** Where long results stand that are one text, and what goes with them: three numbers each, as in `places`. */
export function resultPlaces(record: Line, line: Buffer): readonly number[] {
  const content = record.type === 'user' ? contentOf(record.message) : []
  if (!content.some(isLongResult)) return []
  const { fields, blocks } = fieldsOfLine(line)
  const places: number[] = []
  for (const [nth, block] of content.entries()) {
    const field = isLongResult(block) ? blocks?.[nth]?.get('content') : undefined
    if (!field || line[field.start] !== QUOTE || !isUtf8(line.subarray(field.start, field.end))) continue
    places.push(FIRST_RESULT + nth, field.start, field.end - field.start)
  }
  const copy = fields.get('toolUseResult')
  if (places.length === 0 || !copy) return places
  const { start, end } = withoutFieldAt(line, copy)
  return [...places, COPY_OF_RESULT, start, end - start]
}

function isLongResult({ type, content }: { readonly type?: unknown; readonly content?: unknown }): boolean {
  return type === 'tool_result' && isText(content) && content.length > LONG
}
