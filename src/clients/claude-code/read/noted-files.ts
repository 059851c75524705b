import type { NotedFile } from '../../../model/tool-act.ts'
import { contentOf, isText, type Line } from '../schema.ts'

/** What the client notes for itself next to a result: the file as it was read, or as it was before an edit. */
export function notedFiles({ message, toolUseResult }: Line): readonly NotedFile[] {
  if (typeof toolUseResult !== 'object' || toolUseResult === null) return []
  const results = contentOf(message).filter(({ type }) => type === 'tool_result')
  const call = results[0]?.tool_use_id
  if (results.length !== 1 || !isText(call)) return []
  const { originalFile, original_file, updated_file, file } = toolUseResult as Readonly<Record<string, unknown>>
  const before = [wholeOf(file), originalFile, original_file].find(isText)
  if (before === undefined && !isText(updated_file)) return []
  return [{ call, ...(before !== undefined && { before }), ...(isText(updated_file) && { after: updated_file }) }]
}

/** The text of a file that was read from its first line to its last. */
function wholeOf(file: unknown): unknown {
  if (typeof file !== 'object' || file === null) return undefined
  const { content, startLine, numLines, totalLines } = file as Readonly<Record<string, unknown>>
  return startLine === 1 && numLines === totalLines ? content : undefined
}
