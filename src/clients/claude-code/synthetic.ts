import { contentOf, isText, type Line } from './schema.ts'

/** Stands in every message that surgery puts into a session; such messages are no rounds. */
const MARK = /<!-- stet:(?:index|legend|lineage|summary)\b/

/** How far into a message its mark is looked for. */
const WITHIN = 2000

/** True for a message surgery wrote, such as an index of rounds. */
export function isSynthetic(line: Line): boolean {
  if (line.type !== 'user') return false
  const [content] = contentOf(line.message)
  return content?.type === 'text' && isText(content.text) && MARK.test(content.text.slice(0, WITHIN))
}
