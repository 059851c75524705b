import { isUtf8 } from 'node:buffer'
import { itemsIn } from './cbor.ts'
import { readingOf } from './index.ts'
import type { Run } from './run.ts'

/** What is known of bytes that are given as they were recorded. */
export function describe({ format: id, bytes, isReadable }: Run): string {
  const known = readingOf(id)?.format
  if (known && isReadable) return `${id}: ${known.description}`
  const why = known ? 'the bytes are not what their format says' : 'Stet does not know this format'
  return `${id}: ${why}. ${bytes.length} bytes of ${shapeOf(bytes)}, as they were recorded.`
}

/** What bytes look like. */
function shapeOf(bytes: Buffer): string {
  if (itemsIn(bytes)) return bytes[0] === 0x5b ? 'JSON, an array' : 'CBOR, an array'
  if (!isUtf8(bytes)) return 'a binary form'
  const [first = '', second = ''] = bytes.toString('utf8', 0, 1_000_000).split('\n', 2)
  if (isJson(first)) return second === '' || isJson(second) ? 'JSON, one value a line' : 'text'
  return isJson(bytes.toString('utf8')) ? 'JSON' : 'text'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
