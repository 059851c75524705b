import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { Outline } from '../../src/model/outline.ts'
import { CORPUS_ABSENT, corpusFiles, fixtureFiles } from '../corpus/files.ts'
import { sessionFile } from './generate.ts'
import { runs } from './workbench.ts'

const roundAt = (place: number) => Math.floor(place / 5000)

it('what is kept of lines when they are captured, in any steps, tells what the lines themselves tell', () =>
  fc.assert(
    fc.property(sessionFile(), fc.infiniteStream(fc.boolean()), ({ bytes }, cuts) => {
      expect(kept(bytes, () => cuts.next().value)).toEqual(skimmed(bytes))
    }),
    runs(200),
  ))

const corpus = corpusFiles()
if (corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)

it.each([...fixtureFiles(), ...corpus])('the same for $name', ({ path }) => {
  const bytes = readFileSync(path)
  let line = 0
  expect(kept(bytes, () => ++line % 7 === 0)).toEqual(skimmed(bytes))
})

it('a newline that comes later makes no difference', () => {
  const line = '{"type":"user","uuid":"a","parentUuid":null,"message":{"content":"hello"}}'
  const bytes = Buffer.from(`${line}\n${line.replace('"a"', '"b"')}\n`)
  const parser = claudeCode.parser()
  parser.add(parser.look(bytes, 0, line.length), bytes, 0, line.length)
  const first = parser.take().outline!
  parser.closeLine()
  parser.add(parser.look(bytes, line.length + 1, bytes.length), bytes, line.length + 1, bytes.length)
  const outlines = [first, parser.take().outline!]
  expect(comparable(claudeCode.outline(outlines, bytes.length, roundAt))).toEqual(skimmed(bytes))
})

it('says that it does not know a session whose stretches are not all there', () => {
  const bytes = Buffer.from('{"type":"user","uuid":"a","parentUuid":null,"message":{"content":"hello"}}\n'.repeat(3))
  const outlines = outlinesOf(bytes, () => true)
  expect(outlines).toHaveLength(3)
  expect(claudeCode.outline(outlines, bytes.length, roundAt)).toBeDefined()
  expect(claudeCode.outline(outlines.slice(1), bytes.length, roundAt)).toBeUndefined()
  expect(claudeCode.outline(outlines.slice(0, 2), bytes.length, roundAt)).toBeUndefined()
  expect(claudeCode.outline([outlines[0]!, outlines[2]!], bytes.length, roundAt)).toBeUndefined()
})

function kept(bytes: Buffer, cutsHere: () => boolean) {
  return comparable(claudeCode.outline(outlinesOf(bytes, cutsHere), bytes.length, roundAt))
}

/** With each line's own places: the notes of all lines of a stretch stand together. */
function comparable(outline: Outline | undefined) {
  return {
    ...outline,
    parts: outline?.parts.map((part) => ({
      ...part,
      lines: part.lines.map(({ places, placesAt, ...line }) => ({
        ...line,
        places: places.slice(placesAt + 1, placesAt + 1 + places[placesAt]!),
      })),
    })),
  }
}

function outlinesOf(bytes: Buffer, cutsHere: () => boolean): readonly Uint8Array[] {
  const outlines: (Uint8Array | undefined)[] = []
  let parser = claudeCode.parser()
  let at = 0
  for (const line of linesOf(bytes)) {
    const end = at + line.length
    parser.add(parser.look(bytes, at, end), bytes, at, end)
    at = end
    if (!cutsHere()) continue
    outlines.push(parser.take().outline)
    parser = claudeCode.parser(parser.save()) // as another process goes on
  }
  outlines.push(parser.take().outline)
  return outlines.filter((outline) => outline !== undefined)
}

function skimmed(bytes: Buffer) {
  const skimmer = claudeCode.skimmer()
  for (const line of linesOf(bytes)) skimmer.add(line)
  return comparable(skimmer.outline(roundAt))
}
