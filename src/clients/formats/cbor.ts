import { decode, encode, rfc8949EncodeOptions } from 'cborg'

/** A time may be tagged as one; its value tells as much. */
const TAGS = { 0: (content: () => unknown) => content(), 1: (content: () => unknown) => content() }

/** The same items are the same bytes: RFC 8949, core deterministic encoding. */
export function encodeItems(items: readonly unknown[]): Buffer {
  return Buffer.from(encode(items, rfc8949EncodeOptions))
}

/** The items of an array in CBOR or in JSON; undefined for anything else. */
export function itemsIn(bytes: Buffer): readonly unknown[] | undefined {
  try {
    const value: unknown = bytes[0]! >= 0x80 ? decode(bytes, { tags: TAGS }) : JSON.parse(bytes.toString('utf8'))
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined // neither: the caller keeps the bytes as they are
  }
}

/** A value of CBOR as JSON can say it: bytes are JSON that was put in whole, else they are told in base64. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return jsonIn(value)
  if (Array.isArray(value)) return value.map(plainValue)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainValue(one)]))
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return Buffer.from(bytes).toString('base64')
  }
}
