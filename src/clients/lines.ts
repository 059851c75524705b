const NEWLINE = 10

/** Tells where the line that starts at `from` ends: after its newline, or -1 while the newline is not there. */
export type LineEnd = (buffer: Buffer, from: number, to: number) => number

/** The next newline ends a line. */
export function lineEnd(buffer: Buffer, from: number, to: number): number {
  const at = buffer.indexOf(NEWLINE, from)
  return at === -1 || at >= to ? -1 : at + 1
}

/** Where the text of a line ends: before its newline. A carriage return stays in; JSON reads it as space. */
export function textEnd(buffer: Buffer, start: number, end: number): number {
  return end > start && buffer[end - 1] === NEWLINE ? end - 1 : end
}

/** The lines of a whole buffer, each with its newline; the last one may lack it. */
export function* linesOf(buffer: Buffer, endOf: LineEnd = lineEnd): Generator<Buffer> {
  for (let at = 0; at < buffer.length; ) {
    const end = endOf(buffer, at, buffer.length)
    const next = end === -1 ? buffer.length : end
    yield buffer.subarray(at, next)
    at = next
  }
}

/** A line with its newline, which the last one of a file may lack. */
export function closed(line: Buffer): Buffer {
  return line.at(-1) === NEWLINE ? line : Buffer.concat([line, Buffer.from('\n')])
}

export function jsonLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
