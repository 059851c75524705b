import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeItems, itemsIn, plainValue } from '../../src/clients/formats/cbor.ts'

describe('CBOR is deterministic, by RFC 8949, 4.2.1', () => {
  it('in the bytes of examples', () => {
    const hex = (value: unknown) => encodeItems([value]).toString('hex').slice(2)
    expect(hex({ bb: 1, a: 2, aaa: 3, '': 4 })).toBe('a46004616102626262016361616103') // keys by their bytes
    expect([0, 23, 24, 255, 256, 65_536, -1, -25].map(hex)).toEqual([
      '00',
      '17',
      '1818',
      '18ff',
      '190100',
      '1a00010000',
      '20',
      '3818',
    ])
    expect([1.5, 100_000.5, 1.1, Number.NaN].map(hex)).toEqual(['f93e00', 'fa47c35040', 'fb3ff199999999999a', 'f97e00'])
    expect(hex(Buffer.from('{}'))).toBe('427b7d')
  })

  it('for any value, however its keys are ordered', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 })), (items) => {
        const bytes = encodeItems(items)
        expect(faultsIn(bytes)).toEqual([])
        expect(encodeItems(items.map(reversed))).toEqual(bytes)
        expect(encodeItems(itemsIn(bytes)!)).toEqual(bytes)
      }),
    )
  })
})

describe('what is read', () => {
  it('may be CBOR or JSON, of definite length or not, with times tagged', () => {
    expect(itemsIn(Buffer.from('9f01820203ff', 'hex'))).toEqual([1, [2, 3]])
    expect(itemsIn(Buffer.from(' [1, {"a": 2}]\n'))).toEqual([1, { a: 2 }])
    expect(itemsIn(Buffer.from('82c11a514b67b0c074323031332d30332d32315432303a30343a30305a', 'hex'))).toEqual([
      1_363_896_240,
      '2013-03-21T20:04:00Z',
    ])
  })

  it('is undefined where it is no array, cut short, or nested without end', () => {
    for (const hex of ['', 'a0', '8201', '81ff', '9f01', '00', '5b0000', 'd9d9f780', '81d90100 80'.replace(' ', '')])
      expect(itemsIn(Buffer.from(hex, 'hex')), hex).toBeUndefined()
    expect(itemsIn(Buffer.alloc(1_000_000, 0x81))).toBeUndefined()
    expect(itemsIn(Buffer.from('['.repeat(1_000_000)))).toBeUndefined()
    expect(itemsIn(Buffer.from('{"a":1}\n{"a":2}\n'))).toBeUndefined()
  })

  it('is said again as JSON has it', () => {
    const value = {
      big: 2n ** 60n,
      json: Buffer.from('{"a":1}'),
      bytes: Buffer.from([255]),
      list: [Buffer.from('null')],
    }
    expect(plainValue(value)).toEqual({ big: 2 ** 60, json: { a: 1 }, bytes: '/w==', list: [null] })
  })
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, reversed(one)]),
  )
}

/** What of it is not as the RFC asks, by a reader of its own: shortest heads, definite lengths, keys in order and once. */
function faultsIn(bytes: Buffer): readonly string[] {
  const faults: string[] = []
  let at = 0
  item()
  if (at !== bytes.length) faults.push('something follows')
  return faults

  function item(): void {
    const start = at
    const major = bytes[at]! >> 5
    const info = bytes[at++]! & 31
    if (info > 27) faults.push(`no length at ${start}`)
    const width = info < 24 ? 0 : 1 << (info - 24)
    const value = width === 0 ? BigInt(info) : BigInt(`0x${bytes.toString('hex', at, at + width)}`)
    const float = bytes.subarray(at, at + width)
    at += width
    if (major === 7) {
      if (width === 8 && Math.fround(float.readDoubleBE()) === float.readDoubleBE())
        faults.push(`long float at ${start}`)
      return
    }
    if (width > 0 && value < (width === 1 ? 24n : 1n << BigInt(4 * width))) faults.push(`long head at ${start}`)
    if (major === 2 || major === 3) at += Number(value)
    if (major === 4) for (let n = 0n; n < value; n++) item()
    if (major !== 5) return
    let before: Buffer | undefined
    for (let n = 0n; n < value; n++) {
      const from = at
      item()
      const key = bytes.subarray(from, at)
      if (before && Buffer.compare(before, key) >= 0) faults.push(`keys out of order at ${from}`)
      before = key
      item()
    }
  }
}
