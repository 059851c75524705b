import type { LineEnd } from '../../clients/lines.ts'
import type { Source } from './source-file.ts'

const READ_BYTES = 512 << 10
const FIRST_BYTES = 4 << 20
const NEWLINE = 10

/** A longer line is not read as one: it is recorded as it is, chunk by chunk, and means nothing. */
export const LONGEST_LINE = 64 << 20

/** What a parser is shown in place of such a line: no record. */
export const UNREAD_LINE = Buffer.from('a line too long to be read\n')

/**
 * Reads a file line by line. It holds what was read since the last `detach`; a line may be as long as it likes.
 */
export interface LineReader {
  readonly buffer: Buffer
  /** Where the current line starts in the buffer. */
  readonly at: number
  /** Where the current line starts in the file. */
  readonly position: number
  /**
   * The end of the current line, or of the one that starts here in the buffer, its newline included, reading on as
   * needed; -1 when the file has no further whole line, or this one is too long to be read.
   */
  lineEnd(from?: number): number
  /** The byte the current line starts with; undefined at the end of the file. */
  peek(): number | undefined
  /** Goes to the line after. */
  advance(bytes: number): void
  /** Reads so many bytes, whatever they are, and goes past them. */
  take(bytes: number): void
  /** What comes after the last whole line. */
  rest(): Buffer
  /** Where a line ends that is too long to be read, in the file; -1 where it is not finished. */
  longLineEnd(): number
  /** Goes on at a place further on in the file, in fresh memory. */
  jump(to: number): void
  /** The bytes from this file position up to the current line. They stay as they are until they are recycled. */
  since(from: number): Buffer
  /** Everything read from this file position on, as `since` gives it. */
  onwards(from: number): Buffer
  /** Goes on in another buffer and gives away this one, which holds everything before the current line. */
  detach(): Buffer<ArrayBuffer>
  /** Takes a detached buffer back: fresh memory costs more than reading into it. */
  recycle(given: Buffer<ArrayBuffer>): void
}

export function createLineReader(file: Source, from: number, endOf?: LineEnd): LineReader {
  const spare: Buffer<ArrayBuffer>[] = []
  let buffer = Buffer.allocUnsafe(roomFrom(from))
  let base = from
  let filled = 0
  let at = 0

  /** For all that is to come, or the first of it. */
  function roomFrom(position: number): number {
    return Math.min(FIRST_BYTES, Math.max(0, file.size - position))
  }

  function fill(): boolean {
    const wanted = Math.min(READ_BYTES, file.size - base - filled)
    if (wanted <= 0) return false
    if (buffer.length - filled < wanted) {
      const larger = Buffer.allocUnsafe(Math.max(FIRST_BYTES, buffer.length * 2))
      buffer.copy(larger, 0, 0, filled)
      buffer = larger
    }
    const got = file.read(buffer.subarray(filled, filled + wanted), base + filled)
    filled += got
    return got > 0
  }

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
    lineEnd(from = at) {
      for (let unsearched = from; ; ) {
        const newline = buffer.indexOf(NEWLINE, unsearched)
        const isThere = newline !== -1 && newline < filled
        const end = isThere && endOf ? endOf(buffer, from, filled) : newline + 1
        if (isThere && end !== -1) return end
        unsearched = filled
        if (filled - from > LONGEST_LINE || !fill()) return -1
      }
    },
    peek: () => (at < filled || fill() ? buffer[at] : undefined),
    advance(bytes) {
      at += bytes
    },
    take(bytes) {
      while (filled - at < bytes && fill()) {} // a loop of reads
      at = Math.min(filled, at + bytes)
    },
    rest: () => buffer.subarray(at, filled),
    longLineEnd() {
      const chunk = Buffer.allocUnsafe(READ_BYTES)
      for (let position = base + filled; ; position += chunk.length) {
        const got = file.read(chunk, position)
        const newline = chunk.subarray(0, got).indexOf(NEWLINE)
        if (newline !== -1) return position + newline + 1
        if (got < chunk.length) return -1
      }
    },
    jump(to) {
      base = to
      filled = 0
      at = 0
      buffer = Buffer.allocUnsafe(Math.max(READ_BYTES, roomFrom(to)))
    },
    since: (start) => buffer.subarray(start - base, at),
    onwards: (start) => buffer.subarray(start - base, filled),
    detach() {
      const given = buffer
      const rest = given.subarray(at, filled)
      const known = spare.pop()
      base += at
      buffer =
        known && known.length >= rest.length + READ_BYTES
          ? known
          : Buffer.allocUnsafe(Math.max(roomFrom(base), 2 * rest.length))
      rest.copy(buffer)
      filled = rest.length
      at = 0
      return given
    },
    recycle(given) {
      if (given.length === FIRST_BYTES) spare.push(given)
    },
  }
}
