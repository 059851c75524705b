import { textEnd } from '../../lines.ts'
import type { Line } from '../schema.ts'
import { readLine } from './read-line.ts'

/** Where a record is in its line, whether the client reads it, and whether something else is there too. */
export interface RecordInLine {
  readonly start: number
  readonly end: number
  readonly isRead: boolean
  readonly shares: boolean
}

/** Visits the records of a line; returns whether something is there that the client passes over, and nothing else. */
export function eachRecord(line: Buffer, visit: (record: Line, place: RecordInLine) => void): boolean {
  const reading = readLine(line.subarray(0, textEnd(line, 0, line.length)))
  if (reading.kind === 'record') visit(reading.record, { start: 0, end: line.length, isRead: true, shares: false })
  if (reading.kind !== 'broken') return false
  for (const { record, start, end, isRead } of reading.fragments)
    if (record) visit(record, { start, end, isRead, shares: true })
  return reading.isPassedOver
}
