import type { SourceFile } from './source-file.ts'

const READ_BYTES = 512 << 10
const NEWLINE = 10

/**
 * Reads a file line by line and hands over its bytes stretch by stretch. It holds what was read since the last
 * `detach`; a line may be as long as it likes.
 */
export interface LineReader {
  readonly buffer: Buffer
  /** Where the current line starts in the buffer. */
  readonly at: number
  /** Where the current line starts in the file. */
  readonly position: number
  /** The end of the current line, its newline included; -1 when more must be read first. */
  lineEnd(): number
  /** Reads on; false at the end of the file. */
  fill(): Promise<boolean>
  /** Goes to the line behind. */
  advance(bytes: number): void
  /** What stands behind the last whole line. */
  rest(): Buffer
  /** Gives away the bytes from this file position up to the current line, and goes on in a buffer of its own. */
  detach(from: number): Buffer
}

export function createLineReader(file: SourceFile, from: number): LineReader {
  let buffer = Buffer.allocUnsafe(2 * READ_BYTES)
  let base = from
  let filled = 0
  let at = 0
  let searched = 0

  return {
    get buffer() {
      return buffer
    },
    get at() {
      return at
    },
    get position() {
      return base + at
    },
    lineEnd() {
      const newline = buffer.indexOf(NEWLINE, Math.max(at, searched))
      if (newline !== -1 && newline < filled) return newline + 1
      searched = filled
      return -1
    },
    async fill() {
      if (buffer.length - filled < READ_BYTES) {
        const larger = Buffer.allocUnsafe(buffer.length * 2)
        buffer.copy(larger, 0, 0, filled)
        buffer = larger
      }
      const got = await file.read(buffer.subarray(filled, filled + READ_BYTES), base + filled)
      filled += got
      return got > 0
    },
    advance(bytes) {
      at += bytes
    },
    rest: () => buffer.subarray(at, filled),
    detach(start) {
      const given = buffer.subarray(start - base, at)
      const rest = buffer.subarray(at, filled)
      const next = Buffer.allocUnsafe(Math.max(2 * READ_BYTES, rest.length + READ_BYTES))
      rest.copy(next)
      buffer = next
      base += at
      filled = rest.length
      searched = Math.max(0, searched - at)
      at = 0
      return given
    },
  }
}
