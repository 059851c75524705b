import fc from 'fast-check'
import { expect } from 'vitest'
import type { SessionReader } from '../../src/clients/client.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { Parser } from '../../src/clients/parser.ts'
import { pushSpan } from '../../src/model/span.ts'

/** A file of the client with some of its bytes replaced, lines gone or there twice, and its end cut off. */
export function damagedOf(files: readonly Buffer[]): fc.Arbitrary<Buffer> {
  return fc
    .record({
      file: fc.constantFrom(...files),
      bytes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...'{}[]",:\\\n5x')), {
        maxLength: 6,
      }),
      lines: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), { maxLength: 4 }),
      kept: fc.constantFrom(1, 1, 0.9, 0.5),
    })
    .map(({ file, bytes, lines, kept }) => {
      const rows = [...linesOf(file)]
      for (const [at, isTwice] of lines) {
        const row = Math.floor(at * (rows.length - 1))
        rows.splice(row, isTwice ? 0 : 1, ...(isTwice ? [rows[row]!] : []))
      }
      const whole = Buffer.concat(rows)
      for (const [at, byte] of bytes) whole.write(byte, Math.floor(at * (whole.length - 1)))
      return whole.subarray(0, Math.floor(whole.length * kept))
    })
}

/** What a file means: whose its bytes are, what links its rounds, and where the parser is at its end. */
export interface Meaning {
  readonly spans: { start: number; end: number; owner: number }[]
  readonly links: string
  readonly state: string
}

/** Parses a file; where it is cut, another parser takes it up. */
export function meaningOf(reader: SessionReader, file: Buffer, isCut: (line: number) => boolean): Meaning {
  const spans: Meaning['spans'] = []
  const links = reader.paths!.links()
  let text = ''
  let parser: Parser = reader.parser()
  let at = 0
  const take = () => {
    const taken = parser.take()
    for (const { start, end, owner } of taken.spans) pushSpan(spans, start, end, owner)
    if (taken.graph) text += links(taken.graph)
    expect(taken.rounds.every(({ chars }) => chars >= 0)).toBe(true)
  }
  for (const [number, line] of [...linesOf(file, reader.lineEnd)].entries()) {
    parser.add(parser.classify(file, at, at + line.length), file, at, at + line.length)
    at += line.length
    if (!isCut(number)) continue
    take()
    parser = reader.parser(parser.save())
  }
  take()
  return { spans, links: text, state: parser.save() }
}
