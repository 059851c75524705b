import { linesOf } from '../lines.ts'
import { createSkimmer } from './context.ts'
import { isObject, readLine } from './schema.ts'
import { CodexWriter } from './write-session.ts'

/** Writes a whole file as a session of its own that the client resumes, through what surgery uses. */
export function render(file: Buffer, { sessionId }: { readonly sessionId: string }): Buffer {
  const skimmer = createSkimmer()
  for (const line of linesOf(file)) skimmer.add(line)
  const { parts, titles } = skimmer.outline(() => 0)
  const writer = new CodexWriter({ sessionId, cwd: null })
  return Buffer.concat([
    ...titles.map(({ start, end }) => writer.title(file.subarray(start, end))),
    ...parts.flatMap(({ lines }) => lines.map(({ start, end }) => writer.line(file.subarray(start, end)))),
  ])
}

/** The items that the client sends when it resumes the file, each as JSON. */
export function conversation(file: Buffer): readonly string[] {
  const skimmer = createSkimmer()
  for (const line of linesOf(file)) skimmer.add(line)
  const { parts } = skimmer.outline(() => 0)
  return parts
    .flatMap(({ lines }) => lines)
    .flatMap(({ start, end }): readonly unknown[] => {
      const { type, payload } = readLine(file.subarray(start, end))!
      if (type === 'response_item') return [payload]
      if (type !== 'compacted') return []
      return Array.isArray(payload.replacement_history) ? payload.replacement_history : [payload.message]
    })
    .map((item) => JSON.stringify(isObject(item) ? { ...item, internal_chat_message_metadata_passthrough: 0 } : item))
}
