import { objectsIn, valueStart } from '../kit/pieces.ts'
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

/** A message, and where its record is in what was given. */
export interface Message {
  readonly line: Line
  readonly start: number
  readonly end: number
  /** Whether it is in a line of its own, or in a document: not in an update that repeats it. */
  readonly isFirsthand: boolean
}

/**
 * The messages that the client holds after some records: a later one of the same id is in the place of the first, an
 * update may put others in the place of all, and some are taken back.
 */
export class MessageLog<Held> {
  private messages = new Map<string, Held>()
  private readonly hold: (message: Message) => Held
  private readonly keepsAll: boolean
  private readonly mends: boolean

  /**
   * Where all is kept, an update adds what is new and takes nothing away. Where it mends, a message that nobody knows takes
   * nothing back with it.
   */
  constructor(hold: (message: Message) => Held, { keepsAll = false, mends = false } = {}) {
    this.hold = hold
    this.keepsAll = keepsAll
    this.mends = mends
  }

  /** Takes the next record; its messages are held, each once. */
  add(line: Line, bytes: Buffer): void {
    if (line.kind === 'message') this.set({ line, start: 0, end: bytes.length, isFirsthand: true })
    if (line.kind === 'rewind') this.takeBack(String(line.fields.$rewindTo))
    if ((line.kind !== 'update' && line.kind !== 'about') || !Array.isArray(line.fields.messages)) return
    const isFirsthand = line.kind === 'about'
    if (!isFirsthand && !this.keepsAll) this.messages.clear()
    for (const message of messagesIn(line, bytes)) {
      const isKept = this.keepsAll && this.messages.has(message.line.id ?? '')
      if (message.line.kind === 'message' && !isKept) this.set({ ...message, isFirsthand })
    }
  }

  has(id: string): boolean {
    return this.messages.has(id)
  }

  held(): Iterable<Held> {
    return this.messages.values()
  }

  private set(message: Message): void {
    this.messages.set(message.line.id!, this.hold(message))
  }

  /** Everything, where nobody knows the id. */
  private takeBack(id: string): void {
    let isGone = !this.mends && !this.messages.has(id)
    for (const known of [...this.messages.keys()]) {
      isGone ||= known === id
      if (isGone) this.messages.delete(known)
    }
  }
}
