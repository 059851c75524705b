import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { Entry } from '../../src/model/entry.ts'
import type { LineEdits } from '../../src/model/line-edits.ts'
import { CORPUS_ABSENT, corpusFiles, fixtureFiles } from '../corpus/files.ts'
import { sessionFile } from './generate.ts'
import { runs } from './workbench.ts'

const TARGET = { sessionId: '99999999-0000-4000-8000-000000000009', cwd: null, at: '2026-03-19T10:00:00.000Z' }

it('a line of which only the links are looked for is the line that is gone through, to the byte', () =>
  fc.assert(
    fc.property(sessionFile(), ({ bytes }) => {
      expectSame(bytes)
    }),
    runs(200),
  ))

it('a line after one with letters of several bytes is copied exactly', () => {
  const line = (uuid: string, parent: string | null) =>
    `${JSON.stringify({ parentUuid: parent, sessionId: 's', type: 'user', uuid, timestamp: '2026-01-01T00:00:00.000Z', message: { role: 'user', content: 'x' } })}\n`
  expectSame(Buffer.from(line('née', null) + line('b', 'née')))
})

const corpus = corpusFiles()
if (corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)

it('in real transcripts too', () => {
  for (const { path } of [...fixtureFiles(), ...corpus].filter((file) => !file.isSubagent))
    expectSame(readFileSync(path))
})

/** Writes what the client would send of a file twice: as it is written, and each line as one that has to be gone through. */
function expectSame(bytes: Buffer): void {
  const [copying, writing] = [claudeCode.writer(TARGET), claudeCode.writer(TARGET)]
  for (const entry of entriesIn(bytes)) {
    const own = bytes.subarray(entry.start, entry.end)
    const copied = copying.keep(entry, own)
    const written = writing.keep({ ...entry, session: undefined }, own)
    if (!copied.equals(written)) expect(copied.toString()).toBe(written.toString())
  }
}

function entriesIn(bytes: Buffer): readonly Entry[] {
  const reader = claudeCode.context.reader()
  for (const line of linesOf(bytes)) reader.add(line)
  return reader.context(() => 0).parts.flatMap((part) => part.lines)
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
        const written = JSON.parse(claudeCode.writer(TARGET).keep(entriesIn(line)[0]!, line, edits).toString('utf8'))
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
