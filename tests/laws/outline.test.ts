import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { Outline, OutlineBlock, OutlineLine } from '../../src/model/outline.ts'
import { CORPUS_ABSENT, corpusFiles, fixtureFiles } from '../corpus/files.ts'
import { sessionFile } from './generate.ts'
import { runs } from './workbench.ts'

const roundAt = (place: number) => Math.floor(place / 5000)

it('what is kept of lines, in any steps, tells what the lines themselves tell', () =>
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
  const first = claudeCode.context.outlined([]).outliner()
  first.add(bytes.subarray(0, line.length))
  const outlines = [first.take()]
  const then = claudeCode.context.outlined(outlines).outliner()
  for (const rest of linesOf(bytes.subarray(line.length))) then.add(rest)
  expect(comparable(claudeCode.context.outlined([...outlines, then.take()]).outline(roundAt))).toEqual(skimmed(bytes))
})

it('tells as far as outlines follow one another', () => {
  const bytes = Buffer.from('{"type":"user","uuid":"a","parentUuid":null,"message":{"content":"hello"}}\n'.repeat(3))
  const outlines = outlinesOf(bytes, () => true)
  const third = bytes.length / 3
  expect(outlines).toHaveLength(3)
  expect(claudeCode.context.outlined(outlines).bytes).toBe(3 * third)
  expect(claudeCode.context.outlined(outlines.slice(1)).bytes).toBe(0)
  expect(claudeCode.context.outlined([outlines[0]!, outlines[2]!]).bytes).toBe(third)
  expect(claudeCode.context.outlined([]).bytes).toBe(0)
})

function kept(bytes: Buffer, cutsHere: () => boolean) {
  return comparable(claudeCode.context.outlined(outlinesOf(bytes, cutsHere)).outline(roundAt))
}

/** As values; with each line's own places, which stand together with those of other lines. */
function comparable(outline: Outline) {
  return { ...outline, parts: outline.parts.map((part) => ({ ...part, lines: part.lines.map(lineValue) })) }
}

function lineValue(line: OutlineLine) {
  const { start, end, number, round, uuid, follows, isMessage, time, reply, context, isRaw } = line
  const { passedOver, ownCalls, ownAnswers } = line
  const places = Array.from(line.places).slice(line.placesAt + 1, line.placesAt + 1 + line.places[line.placesAt]!)
  const links = { uuid, follows, isMessage, time, reply, context, ownCalls, ownAnswers, isRaw, passedOver }
  return { start, end, number, round, ...links, places, blocks: line.blocks.map(blockValue) }
}

function blockValue(block: OutlineBlock) {
  const { ordinal, kind, chars, name, call, begins, description, isNotice, strings, isUnsigned, images, ms } = block
  return { ordinal, kind, chars, name, call, begins, description, isNotice, strings, isUnsigned, images, ms }
}

function outlinesOf(bytes: Buffer, cutsHere: () => boolean): readonly Uint8Array[] {
  const outlines: Uint8Array[] = []
  let outliner = claudeCode.context.outlined([]).outliner()
  let isEmpty = true
  for (const line of linesOf(bytes)) {
    outliner.add(line)
    isEmpty = !cutsHere()
    if (isEmpty) continue
    outlines.push(outliner.take())
    outliner = claudeCode.context.outlined(outlines).outliner() // as another process goes on
  }
  return isEmpty ? [...outlines, outliner.take()] : outlines
}

function skimmed(bytes: Buffer) {
  const skimmer = claudeCode.context.skimmer()
  for (const line of linesOf(bytes)) skimmer.add(line)
  return comparable(skimmer.outline(roundAt))
}
