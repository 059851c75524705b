import { nodesOf, type OutlineNode } from './outline-nodes.ts'
import type { OutlineTable } from './outline-table.ts'
import { sentNodes } from './sent-lines.ts'

/** The first number of the stored format: none that columns begin with. */
const KIND = -1
/** The second: to be raised when other lines would be found, or in another order (sent-lines.ts, active-path.ts). */
const VERSION = 1
const VERSION_AT = 4
const BYTES_AT = 8
const HEAD = 24

/** The rows of the lines that the client sends, in the order it sends them: what finding them takes is kept. */
interface SentRows {
  /** The lines they were found among: those of so many bytes. */
  readonly bytes: number
  readonly rows: Int32Array
}

export function findSentRows(table: OutlineTable): Int32Array {
  return Int32Array.from(sentNodes(nodesOf(table)).filter(isSendable), ({ place }) => place)
}

/** Whether a line that the client goes through is one it sends, or that stands between such lines. */
export function isSendable({ kind, isLeftOut }: OutlineNode): boolean {
  return !isLeftOut && kind !== 'leaf' && kind !== 'foreign'
}

export function encodeSentRows({ bytes, rows }: SentRows): Buffer {
  const head = Buffer.alloc(HEAD)
  head.writeInt32LE(KIND)
  head.writeInt32LE(VERSION, VERSION_AT)
  head.writeDoubleLE(bytes, BYTES_AT)
  return Buffer.concat([head, Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)])
}

/** Undefined for what is something else, or was found in another way. */
export function decodeSentRows(stored: Uint8Array): SentRows | undefined {
  if (stored.length < HEAD) return undefined
  const head = new DataView(stored.buffer, stored.byteOffset, HEAD)
  if (head.getInt32(0, true) !== KIND || head.getInt32(VERSION_AT, true) !== VERSION) return undefined
  return { bytes: head.getFloat64(BYTES_AT, true), rows: new Int32Array(new Uint8Array(stored.subarray(HEAD)).buffer) }
}
