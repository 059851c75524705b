import type { Outliner } from '../client.ts'
import { eachRecord } from './each-record.ts'
import { encodeColumns } from './outline-columns.ts'
import { createOutlineWriter } from './outline-writer.ts'

const NEWLINE = 10

/** Where outlines end that are there already. */
interface OutlinesEnd {
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
        const isPassedOver = eachRecord(line, (record, { start, end, isRead, shares }) => {
          const place = { start: bytes + start, end: bytes + end, number: lines, buffer: line, from: start }
          writer.add(record, { ...place, shares, isRead })
        })
        if (isPassedOver) writer.passOver(bytes, bytes + line.length)
      }
      bytes += line.length
      isOpen = line[line.length - 1] !== NEWLINE
    },
    take: () => encodeColumns(writer.take(bytes, lines, isOpen)),
  }
}
