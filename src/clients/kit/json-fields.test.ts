import { describe, expect, it } from 'vitest'
import { topLevelFields, withFields } from './json-fields.ts'

const replaced = (line: string, values: Record<string, string>) => withFields(Buffer.from(line), values).toString()

describe('a field', () => {
  it.each([
    ['{"a":1,"b":2}', '{"a":null,"b":2}'],
    ['{"b":2,"a":"x"}', '{"b":2,"a":null}'],
    ['{ "a" : {"a":[1]} , "b":2 }\n', '{ "a" : null , "b":2 }\n'],
    ['{"a":\t"x\\"}"\t}', '{"a":\tnull\t}'],
    ['{"a":1\t,"b":2}', '{"a":null\t,"b":2}'],
    ['{"b":{"a":1},"a":2}', '{"b":{"a":1},"a":null}'],
    ['{"b":"\\\\","a":2}', '{"b":"\\\\","a":null}'],
    ['{"b":"\\"a\\":","a":2}', '{"b":"\\"a\\":","a":null}'],
    ['{"\\u0061":2}', '{"\\u0061":null}'],
  ])('of %s is replaced where it is', (before, after) => {
    expect(replaced(before, { a: 'null' })).toBe(after)
  })

  it('that occurs twice is replaced where it is read', () => {
    expect(replaced('{"a":1,"a":2}', { a: 'null' })).toBe('{"a":1,"a":null}')
  })

  it('that is missing is added at the front', () => {
    expect(replaced('{"b":2}', { a: '"x"' })).toBe('{"a":"x","b":2}')
    expect(replaced('{}', { a: '"x"' })).toBe('{"a":"x"}')
    expect(replaced(' { } \r\n', { a: '1', b: '2' })).toBe(' {"a":1,"b":2 } \r\n')
  })
})

it('fields are found by their bytes, not by characters', () => {
  const line = Buffer.from('{"語":"👩","a":"é"}')
  const { start, end } = topLevelFields(line, ['a']).get('a')!
  expect(line.toString('utf8', start, end)).toBe('"é"')
})
