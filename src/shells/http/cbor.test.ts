import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCbor, encodeCbor } from './cbor.ts'

const hex = (text: string) => Buffer.from(text, 'hex')

describe('CBOR', () => {
  it.each([
    [0, '00'],
    [23, '17'],
    [24, '1818'],
    [1000, '1903e8'],
    [1000000, '1a000f4240'],
    [1000000000000, '1b000000e8d4a51000'],
    [-1, '20'],
    [-1000, '3903e7'],
    [1.5, 'f93e00'],
    [2 ** -24, 'f90001'],
    [0.00006103515625, 'f90400'],
    [-4.1, 'fbc010666666666666'],
    [3.4028234663852886e38, 'fa7f7fffff'],
    [1.1, 'fb3ff199999999999a'],
    [false, 'f4'],
    [null, 'f6'],
    ['', '60'],
    ['ü水', '65c3bce6b0b4'],
    [[1, [2, 3], [4, 5]], '8301820203820405'],
    [{ b: [2, 3], a: 1 }, 'a26161016162820203'],
    [{ aa: 1, b: 2 }, 'a261620262616101'],
  ])('of %j is as its standard has it', (value, bytes) => {
    expect(encodeCbor(value).toString('hex')).toBe(bytes)
    expect(decodeCbor(hex(bytes), 8)).toEqual(value)
  })

  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const bytes = encodeCbor(value)
        expect(decodeCbor(bytes, 32)).toEqual(value)
        for (const shorter of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.of(0)])])
          expect(decodeCbor(shorter, 32)).toBeUndefined()
      }),
    )
  })

  it('is read from any bytes without an error', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => void decodeCbor(Buffer.from(bytes), 32)))
  })

  it.each([
    ['bytes for text', '43616263', 'abc'],
    ['what a tag is of', 'd9d9f7182a', 42],
    ['no list without its length', '9f01ff', undefined],
    ['no list longer than all there is', '9b0000000fffffffff', undefined],
    ['no key twice', 'a2616101616102', undefined],
    ['no key but text', 'a10102', undefined],
    ['no infinity', 'f97c00', undefined],
    ['nothing too deep', `${'81'.repeat(40)}01`, undefined],
  ])('reads %s', (_, bytes, value) => {
    expect(decodeCbor(hex(bytes), 32)).toEqual(value)
  })

  it('makes no key more than a key', () => {
    const value = decodeCbor(encodeCbor(JSON.parse('{"__proto__":{"a":1}}')), 8) as object
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect('a' in value).toBe(false)
  })
})
