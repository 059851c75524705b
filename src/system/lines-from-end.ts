import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

const CHUNK = 64 << 10
/** What is further from the end is not looked at: a hook must not take longer with every line. */
const FURTHEST = 16 << 20

/** The whole lines of a file, the last first, read as far as they are asked for. A torn last line is left out. */
export function* linesFromEnd(path: string): Generator<string> {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)) // a pipe has no lines yet, and no size
  try {
    const { size } = fstatSync(file)
    let start = size
    let held: Buffer = Buffer.alloc(0)
    let isFirst = true
    while (start > 0 && size - start < FURTHEST) {
      const from = Math.max(0, start - Math.max(CHUNK, held.length))
      const chunk = Buffer.alloc(start - from)
      readSync(file, chunk, 0, chunk.length, from)
      start = from
      held = Buffer.concat([chunk, held])
      for (let end = held.lastIndexOf(10); end !== -1; end = held.lastIndexOf(10)) {
        const line = held.subarray(end + 1)
        held = held.subarray(0, end)
        if (!isFirst) yield line.toString('utf8')
        isFirst = false
      }
    }
    if (start === 0 && !isFirst) yield held.toString('utf8')
  } finally {
    closeSync(file)
  }
}

/** Those of them that begin at a byte of the file or after it. */
export function* linesAfter(path: string, offset: number): Generator<string> {
  let at = statSync(path).size
  for (const line of linesFromEnd(path)) {
    at -= Buffer.byteLength(line) + 1
    if (at < offset) return
    yield line
  }
}
