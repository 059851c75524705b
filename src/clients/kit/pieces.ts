import type { ByteRange } from '../../model/entry.ts'
import { type Owner, SIDE } from '../../model/span.ts'
import type { Gathering } from './gathering.ts'
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

/** A record that says something new, where it is in its line, and whose it is. */
export interface Piece extends ByteRange {
  readonly owner: Owner
}

/** A record that is said whole owns its line, the newline included; what is around pieces of a line is a side record. */
export function ownPieces(gathered: Gathering, pieces: readonly Piece[], { start, end }: ByteRange): void {
  const [first] = pieces
  if (first && pieces.length === 1 && first.start === 0 && start + first.end >= end - 1) {
    gathered.own(start, end, first.owner)
    return
  }
  let at = start
  for (const piece of pieces) {
    gathered.own(at, start + piece.start, SIDE)
    gathered.own(start + piece.start, start + piece.end, piece.owner)
    at = start + piece.end
  }
  gathered.own(at, end, SIDE)
}
