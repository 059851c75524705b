import type { Outliner } from '../client.ts'
import { textEnd } from '../lines.ts'
import { encodeColumns } from './outline-columns.ts'
import { createOutlineWriter } from './outline-writer.ts'
import { readLine } from './read-line.ts'
import type { Line } from './schema.ts'

const NEWLINE = 10

/** Where outlines end that are there already. */
export interface OutlinesEnd {
  readonly bytes: number
  readonly lines: number
  /** Whether the last line lacks its newline. */
  readonly isOpen: boolean
}

/** Reads lines and keeps of each what surgery needs to know, in stretches. */
export function createOutliner(behind: OutlinesEnd): Outliner {
  const writer = createOutlineWriter(behind.bytes, behind.lines)
  let { bytes, lines, isOpen } = behind
  return {
    add(line) {
      const isRest = isOpen && line.length === 1 && line[0] === NEWLINE
      if (!isRest) {
        lines++
        eachRecord(line, (record, start, end, isRead) => {
          const place = { start: bytes + start, end: bytes + end, number: lines, buffer: line, from: start }
          writer.add(record, { ...place, shares: !isRead, isRead })
        })
      }
      bytes += line.length
      isOpen = line[line.length - 1] !== NEWLINE
    },
    take: () => encodeColumns(writer.take(bytes, lines, isOpen)),
  }
}

/** The records of a line; the client reads one that has the line for itself, the others are only there. */
export function eachRecord(
  line: Buffer,
  visit: (record: Line, start: number, end: number, isRead: boolean) => void,
): void {
  const reading = readLine(line.subarray(0, textEnd(line, 0, line.length)))
  if (reading.kind === 'record') visit(reading.record, 0, line.length, true)
  if (reading.kind !== 'broken') return
  for (const { record, start, end } of reading.parts) if (record) visit(record, start, end, false)
}
