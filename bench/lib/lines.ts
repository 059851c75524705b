import { closeSync, openSync, readSync } from 'node:fs'

const BLOCK = 1 << 20
const NEWLINE = 10

/** Calls back with each whole line of a file, as a range of a buffer that is used again afterwards. */
export function eachLine(path: string, onLine: (buffer: Buffer, start: number, end: number) => void): void {
  const file = openSync(path, 'r')
  let buffer = Buffer.allocUnsafe(2 * BLOCK)
  let filled = 0
  try {
    for (;;) {
      if (buffer.length - filled < BLOCK) buffer = Buffer.concat([buffer], buffer.length * 2)
      const got = readSync(file, buffer, filled, BLOCK, null)
      if (got === 0) break
      const searched = filled
      filled += got
      let start = 0
      for (
        let end = buffer.indexOf(NEWLINE, searched);
        end !== -1 && end < filled;
        end = buffer.indexOf(NEWLINE, start)
      ) {
        onLine(buffer, start, end)
        start = end + 1
      }
      buffer.copyWithin(0, start, filled)
      filled -= start
    }
    if (filled > 0) onLine(buffer, 0, filled)
  } finally {
    closeSync(file)
  }
}
