import { describe, expect, it } from 'vitest'
import { type Reading, readLine } from './read-line.ts'

const read = (text: string) => readLine(Buffer.from(text))

/** The parts of a broken line as text: `+` before a record, `-` before what could not be read. */
function partsOf(text: string, reading: Reading = read(text)): readonly string[] {
  if (reading.kind !== 'broken') throw new Error(`it is ${reading.kind}`)
  const bytes = Buffer.from(text)
  return reading.fragments.map(({ start, end, record }) => `${record ? '+' : '-'}${bytes.toString('utf8', start, end)}`)
}

describe('one record', () => {
  it.each(['{"type":"user"}', ' { "type" : "user" } ', '{"type":"user"}\r', '{}', '{"a":{"b":[1]}}'])('%j', (text) => {
    expect(read(text)).toEqual({ kind: 'record', record: JSON.parse(text) })
  })

  it.each([
    ['of every plane', Buffer.from('aé漢\ufeff\u{1f600}\uffff')],
    ['that is no UTF-8', Buffer.from([0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80])],
  ])('reads text %s, short and long, as it is', (_, piece) => {
    for (const times of [1, 400]) {
      const text = Buffer.concat(Array(times).fill(piece))
      const line = Buffer.concat([Buffer.from('{"type":"'), text, Buffer.from('"}')])
      expect(readLine(line)).toEqual({ kind: 'record', record: { type: text.toString('utf8') } })
    }
  })

  it('with a message that is none counts as having an empty one', () => {
    for (const message of [5, 'x', null, true]) {
      expect(read(JSON.stringify({ type: 'user', message }))).toMatchObject({ record: { message: {} } })
    }
  })
})

it.each(['', ' ', '\t\r', '\u00a0'])('%j is blank', (text) => {
  expect(read(text)).toEqual({ kind: 'blank' })
})

describe('a broken line', () => {
  it.each([
    'not json',
    '[1]',
    '5',
    'null',
    '"x"',
    '{"type":"us',
    '{',
    '}{',
    '// comment',
    '{"a":1}{"b":2}',
    '{"a":1} x',
  ])('%j holds no record', (text) => {
    expect(read(text)).toMatchObject({ kind: 'broken', problem: 'not a JSON object' })
    expect(partsOf(text)).toEqual([`-${text}`])
  })

  it('holds two records', () => {
    expect(partsOf('{"type":"a"}{"type":"b"}')).toEqual(['+{"type":"a"}', '+{"type":"b"}'])
    expect(partsOf('{"type":"a"} , {"type":"b"}x')).toEqual(['+{"type":"a"}', '- , ', '+{"type":"b"}', '-x'])
    expect(read('{"type":"a"}{"type":"b"}')).toMatchObject({ problem: '2 records on one line' })
  })

  it('holds a whole record after a torn one', () => {
    expect(partsOf('{"type":"a","text":"to{"type":"b"}')).toEqual(['-{"type":"a","text":"to', '+{"type":"b"}'])
    expect(read('{"type":"a","m":{"type":"b"}')).toMatchObject({ problem: 'a record with something else on its line' })
  })

  it('holds no record inside another object', () => {
    expect(partsOf('{"a":{"type":"b"}}{"type":"c"}')).toEqual(['-{"a":{"type":"b"}}', '+{"type":"c"}'])
  })

  it('does not take brackets in strings for brackets', () => {
    expect(partsOf('{"type":"}\\"{"}{"type":"b"}')).toEqual(['+{"type":"}\\"{"}', '+{"type":"b"}'])
  })

  it('keeps every byte, also where it is no UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"type":"語"}'), Buffer.from([0xe8])])
    const reading = readLine(bytes)
    if (reading.kind !== 'broken') throw new Error(reading.kind)
    expect(reading.fragments.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [2, 2 + 14],
      [16, 17],
    ])
  })

  it('is one nested deeper than a stack, and none of it is taken for a record', () => {
    const nested = (levels: number) => `{"type":"a","b":{"type":"c","d":${'['.repeat(levels)}${']'.repeat(levels)}}}`
    expect(read(nested(900))).toMatchObject({ kind: 'record' })
    expect(read(nested(20_000))).toMatchObject({ kind: 'broken', problem: 'nested too deeply to be read' })
    expect(partsOf(nested(20_000))).toHaveLength(1)
    expect(read(JSON.stringify({ type: 'a', text: '['.repeat(20_000) }))).toMatchObject({ kind: 'record' })
    expect(read(JSON.stringify({ type: 'a', list: Array(20_000).fill([{}]) }))).toMatchObject({ kind: 'record' })
  })

  it('is given up after so many tries, and kept', () => {
    const text = `${'{"'.repeat(1000)}{"type":"b"}`
    expect(partsOf(text)).toEqual([`-${text}`])
  })
})
