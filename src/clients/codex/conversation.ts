import type { Fingerprint } from '../client.ts'
import { digestOf, digestsIn } from '../kit/digest-of.ts'
import { jsonLine, linesOf } from '../lines.ts'
import { createContextReader } from './context.ts'
import { isObject, readLine } from './schema.ts'

/** The items that the client sends when it resumes the file, each as JSON. */
export function conversation(file: Buffer): readonly string[] {
  const reader = createContextReader()
  for (const line of linesOf(file)) reader.add(line)
  const { parts } = reader.context(() => 0)
  return parts
    .flatMap(({ lines }) => lines.map(({ start, end }) => file.subarray(start, end)))
    .flatMap(itemsIn)
    .map(jsonOf)
}

/** The same for lines that are given one by one, each item as its hash: what is held does not grow with their length. */
export function createFingerprint(): Fingerprint {
  const reader = createContextReader({ inOutline: true })
  const hashes: string[] = [] // of each line, one after the other
  return {
    add(line, length) {
      const items = itemsIn(line).map((item) => digestOf(jsonOf(item)))
      hashes.push(items.join(''))
      reader.add(line, length)
    },
    *blocks() {
      for (const { lines } of reader.context(() => 0).parts)
        for (const { number } of lines) yield* digestsIn(hashes[number - 1]!)
    },
  }
}

function jsonOf(item: unknown): string {
  return JSON.stringify(isObject(item) ? { ...item, internal_chat_message_metadata_passthrough: 0 } : item)
}

/** What lines send, as a compaction that puts it in the place of all before: the client takes it as it is. */
export function inherited(lines: readonly Buffer[]): Buffer {
  const timestamp = lines.map((line) => readLine(line)?.timestamp).findLast((time) => time !== undefined)
  const payload = { message: '', replacement_history: lines.flatMap(itemsIn) }
  return jsonLine({ timestamp, type: 'compacted', payload })
}

function itemsIn(bytes: Buffer): readonly unknown[] {
  const line = readLine(bytes)
  if (line?.type === 'response_item') return [line.payload]
  if (line?.type !== 'compacted') return []
  const { replacement_history, message } = line.payload
  return Array.isArray(replacement_history)
    ? replacement_history
    : [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: String(message ?? '') }] }]
}
