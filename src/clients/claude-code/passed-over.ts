import type { BytePlace } from '../../model/outline.ts'
import { FLAG } from './outline-columns.ts'
import type { OutlineTable } from './outline-table.ts'

/** Lines that the client passes over, by the row that they go along with. */
export type PassedOver = ReadonlyMap<number, readonly BytePlace[]>
export const NOTHING: PassedOver = new Map()

/** With the last line before them that is sent and not of Stet's own making, else with the first. */
export function goingAlong({ passedOver, flags }: OutlineTable, rows: Int32Array): PassedOver {
  if (passedOver.length === 0) return NOTHING
  const own = rows.filter((row) => (flags[row]! & (FLAG.synthetic | FLAG.ack)) === 0).sort()
  const along = new Map<number, BytePlace[]>()
  for (const { before, start, end } of passedOver) {
    const row = own[Math.max(0, countUpTo(own, before) - 1)]
    if (row === undefined) continue
    const others = along.get(row)
    if (others) others.push({ start, end })
    else along.set(row, [{ start, end }])
  }
  return along
}

/** How many of these, in their order, are no greater. */
function countUpTo(rows: Int32Array, greatest: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]! <= greatest) low = middle + 1
    else high = middle
  }
  return low
}
