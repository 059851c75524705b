const MAGIC = 0xfd2fb528

/** How many bytes a frame of zstd holds, as its first bytes say it (RFC 8878, 3.1.1.1); undefined where they do not. */
export function contentSize(frame: Buffer): number | undefined {
  if (frame.length < 5 || frame.readUInt32LE(0) !== MAGIC) return undefined
  const descriptor = frame[4]!
  const isSingle = (descriptor & 0x20) !== 0
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!
  switch (descriptor >> 6) {
    case 0:
      return isSingle ? frame[at] : undefined
    case 1:
      return frame.readUInt16LE(at) + 256
    case 2:
      return frame.readUInt32LE(at)
    default:
      return Number(frame.readBigUInt64LE(at))
  }
}
