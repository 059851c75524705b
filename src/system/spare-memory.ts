/** So much is kept, all in all. */
const MOST = 8 << 20

let spare: Buffer[] = []

/**
 * Memory of at least this length, whatever is in it: such as was given back where there is some. Fresh memory costs
 * more than it takes to fill it, and has all objects looked through for what is no longer needed every few operations.
 */
export function takeMemory(length: number): Buffer {
  const found = spare.find((memory) => memory.length >= length && memory.length < 2 * length)
  if (!found) return Buffer.allocUnsafeSlow(length)
  spare = spare.filter((memory) => memory !== found)
  return found
}

/** Nobody may look into it any more. */
export function giveBack(memory: Buffer): void {
  const kept = spare.reduce((sum, { length }) => sum + length, 0)
  if (kept + memory.length <= MOST) spare = [...spare, memory]
}
