import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { geminiCli } from '../../src/clients/gemini/index.ts'
import { recordEnd } from '../../src/clients/kit/record-end.ts'
import { linesOf } from '../../src/clients/lines.ts'
import { ownersOf, type Span, tilingFault } from '../../src/model/span.ts'
import { damagedOf, meaningOf } from '../laws/damaged-files.ts'
import { runs } from '../laws/workbench.ts'

const ROOT = resolve(import.meta.dirname, '..')
const CASES = join(ROOT, 'golden/parse/gemini')
const FILES = [...readdirSync(CASES).map((name) => join(CASES, name)), join(ROOT, 'fixtures/gemini')].flatMap(
  (folder) =>
    readdirSync(folder)
      .filter((name) => name !== 'rounds.json' && name !== 'README.md')
      .map((name) => readFileSync(join(folder, name))),
)

const damaged = damagedOf(FILES)

it('whatever a file holds, every byte has one owner, and it means the same in any steps', () => {
  fc.assert(
    fc.property(damaged, fc.infiniteStream(fc.boolean()), (file, cuts) => {
      const whole = meaningOf(geminiCli.reader, file, () => false)
      expect(tilingFault(whole.spans, file.length)).toBeUndefined()
      expect(meaningOf(geminiCli.reader, file, () => cuts.next().value as boolean)).toEqual(whole)
    }),
    runs(300),
  )
})

it('whatever a file holds, what would be sent is told, and is read from its bytes', () => {
  fc.assert(
    fc.property(damaged, (file) => {
      const reader = geminiCli.context.reader()
      for (const line of linesOf(file, recordEnd)) reader.add(line)
      const spans: readonly Span[] = meaningOf(geminiCli.reader, file, () => false).spans
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
