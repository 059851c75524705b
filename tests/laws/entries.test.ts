import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { Entry } from '../../src/model/entry.ts'
import { CORPUS_ABSENT, corpusFiles, fixtureFiles } from '../corpus/files.ts'
import { sessionFile } from './generate.ts'
import { runs } from './workbench.ts'

it('an entry has the blocks that its line has', () =>
  fc.assert(
    fc.property(sessionFile(), ({ bytes }) => {
      expectOwnBlocks(bytes)
    }),
    runs(200),
  ))

const corpus = corpusFiles()
if (corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)

it.each([...fixtureFiles(), ...corpus])('the same in $name', ({ path }) => {
  expectOwnBlocks(readFileSync(path))
})

/** Compares kinds, tools and ids with what the record says of a line; and that ordinals count up in a round. */
function expectOwnBlocks(bytes: Buffer): void {
  const found = entriesIn(bytes)
  for (const { start, end, blocks, isMessage } of found) {
    const begins = blocks[0]?.ordinal === 0
    const own = claudeCode.reader.blocks(bytes.subarray(start, end), begins).filter(({ aside }) => !aside)
    const told = own.map(({ type, name, tool_use_id }) => [type, name, tool_use_id])
    if (isMessage) expect(blocks.map(({ kind, name, call }) => [kind, name, call])).toEqual(told)
    else expect(blocks.map(({ kind }) => kind)).toEqual(own.map(({ type }) => type))
    for (const [at, { ordinal }] of blocks.entries()) expect(ordinal).toBe(blocks[0]!.ordinal + at)
  }
  const ordinals = found.flatMap(({ blocks }) => blocks.map(({ ordinal }) => ordinal))
  expect(new Set(ordinals).size).toBe(ordinals.length)
}

function entriesIn(bytes: Buffer): readonly Entry[] {
  const reader = claudeCode.context.reader()
  for (const line of linesOf(bytes)) reader.add(line)
  return reader.context(() => 1).parts.flatMap((part) => part.lines)
}
