/** What JSON can say. */
type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value }

const UNSIGNED = 0
const NEGATIVE = 1
const BYTES = 2
const TEXT = 3
const LIST = 4
const MAP = 5
const TAG = 6
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Writes a value that JSON can say as CBOR, deterministic by RFC 8949: the shortest form of everything, keys in order. */
export function encodeCbor(value: unknown): Buffer {
  return Buffer.concat([...chunksOf(value as Value)])
}

function* chunksOf(value: Value): Iterable<Buffer> {
  if (value === null) yield Buffer.of(0xf6)
  else if (typeof value === 'boolean') yield Buffer.of(value ? 0xf5 : 0xf4)
  else if (typeof value === 'number') yield numberOf(value)
  else if (typeof value === 'string') yield textOf(value)
  else if (Array.isArray(value)) {
    yield headOf(LIST, value.length)
    for (const one of value) yield* chunksOf(one)
  } else {
    const entries = Object.entries(value).map(([key, one]) => [textOf(key), one] as const)
    yield headOf(MAP, entries.length)
    for (const [key, one] of entries.sort(([a], [b]) => a.compare(b))) {
      yield key
      yield* chunksOf(one)
    }
  }
}

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([headOf(TEXT, bytes.length), bytes])
}

function numberOf(value: number): Buffer {
  if (Number.isSafeInteger(value) && !Object.is(value, -0))
    return value < 0 ? headOf(NEGATIVE, -1 - value) : headOf(UNSIGNED, value)
  const bytes = Buffer.alloc(9, 0xfb)
  bytes.writeDoubleBE(value, 1)
  if (Math.fround(value) !== value) return bytes
  const single = Buffer.alloc(5, 0xfa)
  single.writeFloatBE(value, 1)
  const half = halfOf(value)
  return half ?? single
}

/** A number in two bytes, where that loses nothing. */
function halfOf(value: number): Buffer | undefined {
  const sign = Object.is(value, -0) || value < 0 ? 0x8000 : 0
  const size = Math.abs(value)
  const exponent = size === 0 ? -15 : Math.max(-15, Math.floor(Math.log2(size)))
  const fraction = exponent === -15 ? size * 2 ** 24 : (size / 2 ** exponent - 1) * 1024
  if (exponent > 15 || !Number.isInteger(fraction) || fraction > 1023) return undefined
  const bytes = Buffer.alloc(3, 0xf9)
  bytes.writeUInt16BE(sign | ((exponent + 15) << 10) | fraction, 1)
  return bytes
}

function headOf(major: number, count: number): Buffer {
  const first = major << 5
  if (count < 24) return Buffer.of(first | count)
  const size = count < 0x100 ? 1 : count < 0x10000 ? 2 : count < 0x100000000 ? 4 : 8
  const bytes = Buffer.alloc(1 + size, first | (24 + Math.log2(size)))
  if (size === 8) bytes.writeBigUInt64BE(BigInt(count), 1)
  else bytes.writeUIntBE(count, 1, size)
  return bytes
}

/**
 * Reads one CBOR value that JSON could say too; bytes are taken for text, tags are passed over. Undefined for anything
 * else, for what is nested deeper than `deepest`, and for lengths that are not said beforehand.
 */
export function decodeCbor(bytes: Buffer, deepest: number): unknown {
  let at = 0
  try {
    const value = read(0)
    return at === bytes.length ? value : undefined
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined // it breaks off, or is no text
    throw error
  }

  function read(depth: number): Value {
    if (depth > deepest) throw new RangeError('nested too deeply')
    const first = bytes.readUInt8(at++)
    const [major, info] = [first >> 5, first & 31]
    if (major === 7) return simple(info)
    const count = argument(info)
    if (major === UNSIGNED) return count
    if (major === NEGATIVE) return -1 - count
    if (major === TAG) return read(depth + 1)
    if (count > bytes.length - at) throw new RangeError('breaks off')
    if (major === BYTES || major === TEXT) {
      at += count
      return utf8.decode(bytes.subarray(at - count, at))
    }
    if (major === LIST) return Array.from({ length: count }, () => read(depth + 1))
    const entries = new Map<string, Value>()
    for (let left = count; left > 0; left--) {
      const key = read(depth + 1)
      if (typeof key !== 'string' || entries.has(key)) throw new RangeError('no key')
      entries.set(key, read(depth + 1))
    }
    return Object.fromEntries(entries)
  }

  function argument(info: number): number {
    if (info < 24) return info
    if (info > 27) throw new RangeError('a length that is not said')
    const size = 1 << (info - 24)
    at += size
    const count = size === 8 ? Number(bytes.readBigUInt64BE(at - 8)) : bytes.readUIntBE(at - size, size)
    if (!Number.isSafeInteger(count)) throw new RangeError('a number that is not exact')
    return count
  }

  function simple(info: number): Value {
    if (info === 20 || info === 21) return info === 21
    if (info === 22 || info === 23) return null
    if (info < 25 || info > 27) throw new RangeError('nothing that JSON could say')
    const size = 1 << (info - 24)
    at += size
    const value =
      size === 8
        ? bytes.readDoubleBE(at - 8)
        : size === 4
          ? bytes.readFloatBE(at - 4)
          : half(bytes.readUInt16BE(at - 2))
    if (!Number.isFinite(value)) throw new RangeError('no number of JSON')
    return value
  }
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 31) return Number.NaN
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25))
}
