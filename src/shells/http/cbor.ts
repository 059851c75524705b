import { decode, encode, rfc8949EncodeOptions } from 'cborg'

/** Writes a value that JSON can say as CBOR, deterministic by RFC 8949. */
export function encodeCbor(value: unknown): Buffer {
  return Buffer.from(encode(value, rfc8949EncodeOptions))
}

/** Tags say nothing that an action would need. */
const TAGS = new Proxy([], { get: () => (content: () => unknown) => content() })
const STRICT = {
  tags: TAGS,
  allowIndefinite: false,
  allowUndefined: false,
  allowInfinity: false,
  allowNaN: false,
  allowBigInt: false,
  rejectDuplicateMapKeys: true,
  useMaps: true,
}

/** Reads one CBOR value that JSON could say too; bytes are taken for text. Undefined for anything else, or what is nested deeper than `deepest`. */
export function decodeCbor(bytes: Buffer, deepest: number): unknown {
  try {
    return asJson(decode(bytes, STRICT), deepest)
  } catch {
    return undefined // it breaks off, or says what JSON cannot
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function asJson(value: unknown, deepest: number): unknown {
  if (deepest < 0) throw new RangeError('nested too deeply')
  if (value instanceof Uint8Array) return utf8.decode(value)
  if (Array.isArray(value)) return value.map((one) => asJson(one, deepest - 1))
  if (!(value instanceof Map)) return value
  return Object.fromEntries(
    [...value].map(([key, one]) => {
      if (typeof key !== 'string') throw new TypeError('no key of JSON')
      return [key, asJson(one, deepest - 1)]
    }),
  )
}
