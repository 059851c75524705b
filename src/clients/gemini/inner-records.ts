import { eachField, eachItem } from '../json-fields.ts'
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
  const around = kind === 'update' ? startOf(bytes, open, '$set') : open
  const found = recordsAt(bytes, around === undefined ? undefined : startOf(bytes, around, 'messages'))
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
  return Array.isArray(fields.toolCalls) ? recordsAt(bytes, startOf(bytes, bytes.indexOf(OPENING), 'toolCalls')) : []
}

/** The answers inside of a call. */
export function answersIn({ fields }: Line, bytes: Buffer): readonly InnerRecord[] {
  return Array.isArray(fields.result) ? recordsAt(bytes, startOf(bytes, bytes.indexOf(OPENING), 'result')) : []
}

/** Where the value of a field begins; of several of one name the last counts. */
function startOf(bytes: Buffer, open: number, name: string): number | undefined {
  let found: number | undefined
  eachField(bytes, open, (field, { start }) => {
    if (field === name) found = start
  })
  return found
}

function recordsAt(bytes: Buffer, open: number | undefined): readonly InnerRecord[] {
  const found: InnerRecord[] = []
  if (open === undefined) return found
  eachItem(bytes, open, (start) => {
    if (bytes[start] !== OPENING) return undefined
    const end = eachField(bytes, start, () => {})
    const line = readLine(bytes.subarray(start, end))
    if (line) found.push({ line, start, end })
    return end
  })
  return found
}
