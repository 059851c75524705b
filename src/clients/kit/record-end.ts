import { lineEnd } from '../lines.ts'

const OPENING = 0x7b
const CLOSING = 0x7d
const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a

/**
 * Where a record ends. Most are lines; one that begins with a line of nothing but a brace, as older versions wrote their
 * files, goes on until that brace is closed. What is nested in it is indented: a brace at the start of a line is another
 * record, and the first one was a broken line.
 */
export function recordEnd(buffer: Buffer, from: number, to: number): number {
  const line = lineEnd(buffer, from, to)
  if (line === -1 || buffer[from] !== OPENING || buffer.toString('latin1', from + 1, line).trim() !== '') return line
  let depth = 0
  for (let at = from; at < to; at++) {
    const byte = buffer[at]
    if (byte === QUOTE) at = closingQuote(buffer, at, to)
    else if (byte === OPENING) {
      if (at > from && buffer[at - 1] === NEWLINE) return line
      depth++
    } else if (byte === CLOSING && --depth === 0) return lineEnd(buffer, at, to)
  }
  return -1
}

function closingQuote(buffer: Buffer, from: number, to: number): number {
  for (let at = from + 1; at < to; at++) {
    if (buffer[at] === BACKSLASH) at++
    else if (buffer[at] === QUOTE) return at
  }
  return to
}
