import type { ByteRange } from '../../../model/entry.ts'
import { objectsIn, valueStart } from '../../kit/pieces.ts'
import { lineEnd } from '../../lines.ts'

const [BRACE, BRACKET, QUOTE, BACKSLASH] = [0x7b, 0x5b, 0x22, 0x5c]

/** Whether a document is an array in CBOR. */
export function isCbor(bytes: Buffer): boolean {
  return bytes[0] !== undefined && bytes[0] >= 0x80 && bytes[0] <= 0x9f
}

/** Where the messages of a document are in it: of a request under their name, else an array's items. */
export function itemsOf(bytes: Buffer): readonly ByteRange[] {
  if (isCbor(bytes)) return cborItems(bytes) ?? []
  const open = startOf(bytes)
  if (bytes[open] === BRACKET) return objectsIn(bytes, open)
  return objectsIn(bytes, valueStart(bytes, open, 'messages') ?? valueStart(bytes, open, 'input'))
}

/** A document ends where what opens it is closed, and with the newline after that. */
export function documentEnd(buffer: Buffer, from: number, to: number): number {
  const bytes = buffer.subarray(from, to)
  if (bytes[0] !== undefined && bytes[0] >= 0x80) {
    const end = itemEnd(bytes, 0)
    return end === undefined ? -1 : from + end
  }
  const open = startOf(bytes)
  const end = bytes[open] === BRACE || bytes[open] === BRACKET ? closing(bytes, open) : 0
  return end === -1 ? -1 : lineEnd(buffer, from + end, to)
}

function startOf(bytes: Buffer): number {
  let at = 0
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0a || bytes[at] === 0x0d) at++
  return at
}

function closing(bytes: Buffer, open: number): number {
  let depth = 0
  for (let at = open; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
    } else if (byte === BRACE || byte === BRACKET) depth++
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return at
  }
  return -1
}

/** The items of an array in CBOR; undefined where it does not end. */
function cborItems(bytes: Buffer): readonly ByteRange[] | undefined {
  const items: ByteRange[] = []
  const head = headOf(bytes, 0)
  if (!head) return undefined
  let at = head.end
  for (let left = head.count; left > 0; left--) {
    if (head.isOpen && bytes[at] === 0xff) return items
    const end = itemEnd(bytes, at)
    if (end === undefined) return undefined
    items.push({ start: at, end })
    at = end
  }
  return items
}

interface Head {
  readonly major: number
  readonly count: number
  readonly isOpen: boolean
  readonly end: number
}

/** RFC 8949, 3: the kind of an item, and how long it is or how many are in it. */
function headOf(bytes: Buffer, at: number): Head | undefined {
  const first = bytes[at]
  if (first === undefined) return undefined
  const [major, more] = [first >> 5, first & 0x1f]
  if (more < 24) return { major, count: more, isOpen: false, end: at + 1 }
  if (more === 31) return { major, count: Number.POSITIVE_INFINITY, isOpen: true, end: at + 1 }
  const size = 1 << (more - 24)
  if (more > 27 || at + 1 + size > bytes.length) return undefined
  const count = size === 8 ? Number(bytes.readBigUInt64BE(at + 1)) : bytes.readUIntBE(at + 1, size)
  return { major, count, isOpen: false, end: at + 1 + size }
}

const DEEPEST = 200

/** The byte after an item; undefined where it is not all there. */
function itemEnd(bytes: Buffer, from: number, depth = 0): number | undefined {
  const head = depth > DEEPEST ? undefined : headOf(bytes, from)
  if (!head) return undefined
  const { major, count, isOpen, end } = head
  if (major === 0 || major === 1 || (major === 7 && !isOpen)) return end
  if ((major === 2 || major === 3) && !isOpen) return end + count <= bytes.length ? end + count : undefined
  const parts = major === 6 ? 1 : major === 5 && !isOpen ? count * 2 : count
  let at = end
  for (let left = parts; left > 0; left--) {
    if (isOpen && bytes[at] === 0xff) return at + 1
    const next = itemEnd(bytes, at, depth + 1)
    if (next === undefined) return undefined
    at = next
  }
  return at
}
