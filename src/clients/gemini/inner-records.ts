import { objectsIn, valueStart } from '../objects-in.ts'
import { type Line, partsOf, readLine, textOf, UNDERSTOOD } from './schema.ts'

/** A record inside of another, and where it is. */
export interface InnerRecord {
  readonly line: Line
  readonly start: number
  readonly end: number
}

const OPENING = 0x7b

/** The messages inside of a record: a document's, or those that an update puts in the place of all before. */
export function messagesIn({ kind, fields }: Line, bytes: Buffer): readonly InnerRecord[] {
  if (!Array.isArray(fields.messages)) return []
  const open = bytes.indexOf(OPENING)
  const around = kind === 'update' ? valueStart(bytes, open, '$set') : open
  const found = recordsAt(bytes, around === undefined ? undefined : valueStart(bytes, around, 'messages'))
  if (kind !== 'update') return found
  return found.map((record, at) =>
    record.line.type === 'user' && isUnderstood(found[at + 1]?.line)
      ? { ...record, line: { ...record.line, isSnapshot: true } }
      : record,
  )
}

/** The model says in its own words what a compaction leaves; the client's words after it are always the same. */
function isUnderstood(line: Line | undefined): boolean {
  const [said, ...more] = partsOf(line?.fields.content)
  return line?.type === 'gemini' && more.length === 0 && said !== undefined && textOf(said) === UNDERSTOOD
}

/** The calls inside of a reply. */
export function callsIn({ fields }: Line, bytes: Buffer): readonly InnerRecord[] {
  return Array.isArray(fields.toolCalls) ? recordsAt(bytes, valueStart(bytes, bytes.indexOf(OPENING), 'toolCalls')) : []
}

/** The answers inside of a call. */
export function answersIn({ fields }: Line, bytes: Buffer): readonly InnerRecord[] {
  return Array.isArray(fields.result) ? recordsAt(bytes, valueStart(bytes, bytes.indexOf(OPENING), 'result')) : []
}

function recordsAt(bytes: Buffer, open: number | undefined): readonly InnerRecord[] {
  return objectsIn(bytes, open).flatMap(({ start, end }) => {
    const line = readLine(bytes.subarray(start, end))
    return line ? [{ line, start, end }] : []
  })
}
