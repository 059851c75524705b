import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { geminiCli } from '../../src/clients/gemini/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { Parser } from '../../src/clients/parser.ts'
import { recordEnd } from '../../src/clients/record-end.ts'
import { ownersOf, pushSpan, type Span, tilingFault } from '../../src/model/span.ts'
import { runs } from '../laws/workbench.ts'

const ROOT = resolve(import.meta.dirname, '..')
const CASES = join(ROOT, 'golden/parse/gemini')
const FILES = [...readdirSync(CASES).map((name) => join(CASES, name)), join(ROOT, 'fixtures/gemini')].flatMap(
  (folder) =>
    readdirSync(folder)
      .filter((name) => name !== 'rounds.json' && name !== 'README.md')
      .map((name) => readFileSync(join(folder, name))),
)

/** A file of the client with some of its bytes replaced, lines gone or there twice, and its end cut off. */
const damaged = fc
  .record({
    file: fc.constantFrom(...FILES),
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

interface Meaning {
  readonly spans: { start: number; end: number; owner: number }[]
  readonly links: string
  readonly state: string
}

function meaningOf(file: Buffer, isCut: (line: number) => boolean): Meaning {
  const spans: Meaning['spans'] = []
  const links = geminiCli.reader.paths.links()
  let text = ''
  let parser: Parser = geminiCli.reader.parser()
  let at = 0
  const take = () => {
    const taken = parser.take()
    for (const { start, end, owner } of taken.spans) pushSpan(spans, start, end, owner)
    if (taken.graph) text += links(taken.graph)
    expect(taken.rounds.every(({ chars }) => chars >= 0)).toBe(true)
  }
  for (const [number, line] of [...linesOf(file, recordEnd)].entries()) {
    parser.add(parser.classify(file, at, at + line.length), file, at, at + line.length)
    at += line.length
    if (!isCut(number)) continue
    take()
    parser = geminiCli.reader.parser(parser.save())
  }
  take()
  return { spans, links: text, state: parser.save() }
}

it('whatever a file holds, every byte has one owner, and it means the same in any steps', () => {
  fc.assert(
    fc.property(damaged, fc.infiniteStream(fc.boolean()), (file, cuts) => {
      const whole = meaningOf(file, () => false)
      expect(tilingFault(whole.spans, file.length)).toBeUndefined()
      expect(meaningOf(file, () => cuts.next().value as boolean)).toEqual(whole)
    }),
    runs(300),
  )
})

it('whatever a file holds, what would be sent is told, and is read from its bytes', () => {
  fc.assert(
    fc.property(damaged, (file) => {
      const reader = geminiCli.context.reader()
      for (const line of linesOf(file, recordEnd)) reader.add(line)
      const spans: readonly Span[] = meaningOf(file, () => false).spans
      for (const { lines } of reader.context(ownersOf(spans)).parts) {
        for (const { start, end, blocks } of lines)
          expect(geminiCli.reader.blocks(file.subarray(start, end)).length).toBeGreaterThanOrEqual(blocks.length)
      }
      const fingerprint = geminiCli.context.fingerprint()
      for (const line of linesOf(file, recordEnd)) fingerprint.add(line)
      expect([...fingerprint.blocks()]).toHaveLength(geminiCli.context.conversation(file).length)
    }),
    runs(300),
  )
})
