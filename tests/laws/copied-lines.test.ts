import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { LineEdits } from '../../src/model/line-edits.ts'
import type { OutlineLine } from '../../src/model/outline.ts'
import { CORPUS_ABSENT, corpusFiles, fixtureFiles } from '../corpus/files.ts'
import { sessionFile } from './generate.ts'
import { runs } from './workbench.ts'

const TARGET = { sessionId: '99999999-0000-4000-8000-000000000009', cwd: null }

it('a line that is copied is the line that is written, to the byte', () =>
  fc.assert(
    fc.property(sessionFile(), ({ bytes }) => {
      expectSame(bytes)
    }),
    runs(200),
  ))

it('so is one behind a line whose name takes more bytes than it has letters', () => {
  const line = (uuid: string, parent: string | null) =>
    `${JSON.stringify({ parentUuid: parent, sessionId: 's', type: 'user', uuid, timestamp: '2026-01-01T00:00:00.000Z', message: { role: 'user', content: 'x' } })}\n`
  const before = Buffer.from(line('née', null))
  const behind = Buffer.from(line('b', 'abc'))
  const [outline] = linesIn(behind)
  const [copying, writing] = [claudeCode.writer.open(TARGET), claudeCode.writer.open(TARGET)]
  for (const writer of [copying, writing]) writer.line(before)
  const target = Buffer.alloc(4096)
  const end = copying.copy({ bytes: behind, lines: [outline!], from: 0, to: 1 }, target, 0)
  expect(target.toString('utf8', 0, end)).toBe(writing.line(behind).toString())
})

const corpus = corpusFiles()
if (corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)

it('so is one in which results are cut, in real transcripts', () => {
  let cut = 0
  let copied = 0
  for (const { path } of [...fixtureFiles(), ...corpus].filter((file) => !file.isSubagent)) {
    const bytes = readFileSync(path)
    const target = Buffer.alloc(2 * bytes.length + 4096)
    for (const line of linesIn(bytes)) {
      const long = line.blocks.flatMap((block, at) => (block.kind === 'tool_result' && block.chars > 500 ? [at] : []))
      if (long.length === 0) continue
      cut++
      const edit = { kind: 'cut', keep: 100 + (cut % 50), notice: ` …"[cut ${cut}]` } as const
      const edits: LineEdits = { blocks: new Map(long.map((at) => [at, edit])) }
      const own = bytes.subarray(line.start, line.end)
      const end = claudeCode.writer.open(TARGET).copy({ bytes: own, lines: [line], from: 0, to: 1, edits }, target, 0)
      if (end === -1) continue
      copied++
      const written = claudeCode.writer.open(TARGET).line(own, edits)
      if (!target.subarray(0, end).equals(written)) expect(target.toString('utf8', 0, end)).toBe(written.toString())
    }
  }
  console.log(`${copied} of ${cut} lines of real transcripts are cut without being read`)
  expect(copied / cut).toBeGreaterThan(corpus.length > 0 ? 0.7 : 0) // the fixtures have two such lines
})

it('in real transcripts too, where nearly all lines can be copied', () => {
  let lines = 0
  let copied = 0
  for (const { path } of [...fixtureFiles(), ...corpus].filter((file) => !file.isSubagent)) {
    const counts = expectSame(readFileSync(path))
    lines += counts.lines
    copied += counts.copied
  }
  console.log(`${copied} of ${lines} lines of real transcripts are copied without being read`)
  expect(copied / lines).toBeGreaterThan(0.95)
})

/** Writes what the client would send of a file twice, copied and line by line. */
function expectSame(bytes: Buffer): { readonly lines: number; readonly copied: number } {
  const copying = claudeCode.writer.open(TARGET)
  const writing = claudeCode.writer.open(TARGET)
  const target = Buffer.alloc(4 * bytes.length + 4096)
  const all = linesIn(bytes)
  let copied = 0
  for (let at = 0; at < all.length; ) {
    const run = [all[at]!]
    while (all[at + run.length]?.follows && all[at + run.length]!.start === run.at(-1)!.end)
      run.push(all[at + run.length]!)
    const own = bytes.subarray(run[0]!.start, run.at(-1)!.end)
    const written = Buffer.concat(run.map(({ start, end }) => writing.line(bytes.subarray(start, end))))
    const end = copying.copy({ bytes: own, lines: run, from: 0, to: run.length }, target, 0)
    if (end === -1) for (const { start, end } of run) copying.line(bytes.subarray(start, end))
    else {
      copied += run.length
      if (!target.subarray(0, end).equals(written)) expect(target.toString('utf8', 0, end)).toBe(written.toString())
    }
    at += run.length
  }
  return { lines: all.length, copied }
}

function linesIn(bytes: Buffer): readonly OutlineLine[] {
  const skimmer = claudeCode.context.skimmer()
  for (const line of linesOf(bytes)) skimmer.add(line)
  return skimmer.outline(() => 0).parts.flatMap((part) => part.lines)
}

it('a result is cut where its characters are, whatever they are and however they are written', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.boolean(),
      fc.nat({ max: 45 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
      (text, isEscaped, keep, notice) => {
        const content = isEscaped ? escaped(JSON.stringify(text)) : JSON.stringify(text)
        const edits: LineEdits = { blocks: new Map([[1, { kind: 'cut', keep, notice }]]) }
        const line = Buffer.from(
          `{"parentUuid":"a","uuid":"b","message":{"role":"user","content":[{"type":"text","text":"\\"x"},{"content":${content},"type":"tool_result","tool_use_id":"t"}]},"toolUseResult":{"a":[1,"}"]},"timestamp":"2026-01-01T00:00:00.000Z","sessionId":"s"}\n`,
        )
        const written = JSON.parse(claudeCode.writer.open(TARGET).line(line, edits).toString('utf8'))
        expect(written.message.content[1].content).toBe(headOf(text, keep) + notice)
        expect(written.message.content[0]).toEqual({ type: 'text', text: '"x' })
        expect(written).not.toHaveProperty('toolUseResult')
        expect(written.sessionId).toBe(TARGET.sessionId)
      },
    ),
    runs(1000),
  ))

/** Every character as an escape. */
function escaped(json: string): string {
  const text: string = JSON.parse(json)
  return `"${[...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
}

function headOf(text: string, chars: number): string {
  const head = text.slice(0, chars)
  return /[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head
}
