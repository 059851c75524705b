import { linesOf } from '../lines.ts'
import { createContextReader } from './context.ts'
import { isObject, readLine } from './schema.ts'

/** The items that the client sends when it resumes the file, each as JSON. */
export function conversation(file: Buffer): readonly string[] {
  const reader = createContextReader()
  for (const line of linesOf(file)) reader.add(line)
  const { parts } = reader.context(() => 0)
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
