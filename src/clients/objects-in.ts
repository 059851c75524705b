import type { ByteRange } from '../model/entry.ts'
import { eachField, eachItem } from './json-fields.ts'

const OPENING = 0x7b

/** Where the value of a field of the object that opens at `open` begins; of several of one name the last counts. */
export function valueStart(bytes: Buffer, open: number, name: string): number | undefined {
  let found: number | undefined
  eachField(bytes, open, (field, { start }) => {
    if (field === name) found = start
  })
  return found
}

/** Where the objects are in the array that opens at `open`. */
export function objectsIn(bytes: Buffer, open: number | undefined): readonly ByteRange[] {
  const found: ByteRange[] = []
  if (open === undefined) return found
  eachItem(bytes, open, (start) => {
    if (bytes[start] !== OPENING) return undefined
    const end = eachField(bytes, start, () => {})
    found.push({ start, end })
    return end
  })
  return found
}
