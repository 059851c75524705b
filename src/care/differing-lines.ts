import { createLineReader } from '../record/capture/line-reader.ts'
import type { Source } from '../record/capture/source-file.ts'
import { eachLine } from '../record/reading/session-bytes.ts'

/** Lines that follow one another, counted from 1, each another one than was recorded in its place. */
export interface LineRun {
  readonly first: number
  readonly last: number
  /** The byte of the file where they begin to differ. */
  readonly at: number
}

const HELD_AT_ONCE = 1 << 20

/** Every run of lines in which a file differs from what was recorded of it, line by line, as far as both go. */
export async function differingLines(recorded: AsyncIterable<Buffer>, file: Source): Promise<readonly LineRun[]> {
  const reader = createLineReader(file, 0)
  const runs: LineRun[] = []
  let number = 0
  await eachLine(recorded, (line) => {
    if (reader.at > HELD_AT_ONCE) reader.recycle(reader.detach())
    const start = reader.position
    const end = reader.lineEnd()
    const found = end === -1 ? reader.rest() : reader.buffer.subarray(reader.at, end)
    reader.advance(found.length)
    number++
    const same = sameBytes(found, line)
    if (same === found.length || same === line.length) return // either may break off in its last line
    const before = runs.at(-1)
    if (before?.last === number - 1) runs[runs.length - 1] = { ...before, last: number }
    else runs.push({ first: number, last: number, at: start + same })
  })
  return runs
}

/** How many bytes two lines begin with in common. */
function sameBytes(a: Buffer, b: Buffer): number {
  if (a.equals(b)) return a.length
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
