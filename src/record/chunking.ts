const MIN = 16 << 10
const AVERAGE = 64 << 10
const MAX = 256 << 10

/** How many high bits of the hash must be zero at a cut: more before the average size, fewer after it. */
const BITS = { before: 18, after: 14 }

const GEAR = gearTable(0x53746574)

/**
 * Where to cut bytes so that the cuts follow the content: FastCDC over a gear hash. Bytes put in or taken out move the
 * cuts near them and no others. Returns the ends of the chunks, the last of which is the end of the bytes.
 *
 * The cuts are no part of the stored format: with others old chunks stay readable and are only shared less.
 */
export function chunkEnds(bytes: Uint8Array): readonly number[] {
  const ends: number[] = []
  for (let start = 0; start < bytes.length; ) {
    start = nextCut(bytes, start)
    ends.push(start)
  }
  return ends
}

function nextCut(bytes: Uint8Array, start: number): number {
  const end = Math.min(bytes.length, start + MAX)
  const middle = Math.min(end, start + AVERAGE)
  let hash = 0
  let at = start + MIN
  for (; at < middle; at++) {
    hash = ((hash << 1) + GEAR[bytes[at]!]!) | 0
    if (hash >>> (32 - BITS.before) === 0) return at + 1
  }
  for (; at < end; at++) {
    hash = ((hash << 1) + GEAR[bytes[at]!]!) | 0
    if (hash >>> (32 - BITS.after) === 0) return at + 1
  }
  return end
}

/** A random number for each byte value, the same ones always (mulberry32). */
function gearTable(seed: number): Int32Array {
  let state = seed
  return Int32Array.from({ length: 256 }, () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return mixed ^ (mixed >>> 14)
  })
}
