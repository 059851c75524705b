import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CLIENTS } from '../../src/clients/index.ts'
import { linesOf } from '../../src/clients/lines.ts'
import { CHARS_A_TOKEN } from '../../src/model/tokens.ts'
import { tokensOfLine } from '../../src/surgery/weigh.ts'
import { CORPUS_ABSENT, corpusFiles } from '../corpus/files.ts'

const MEDIAN = 0.1
const P90 = 0.25

/** The estimate is one factor for all, not fitted to these files: none of them was used to calibrate it. */
it('each recorded usage is foretold from the reply before it and what was added', () => {
  const files = corpusFiles()
  if (files.length === 0) {
    console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)
    return
  }
  const errors: number[] = []
  for (const { path } of files) errors.push(...errorsIn(path))
  const sorted = errors.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  console.log(
    `${errors.length} replies foretold: error p50 ${percent(at(0.5))}, p75 ${percent(at(0.75))}, p90 ${percent(at(0.9))}, p99 ${percent(at(0.99))}`,
  )
  expect(errors.length).toBeGreaterThan(500)
  expect(at(0.5)).toBeLessThanOrEqual(MEDIAN)
  expect(at(0.9)).toBeLessThanOrEqual(P90)
})

function errorsIn(path: string): readonly number[] {
  const reader = CLIENTS[0]!.context!.reader()
  const bytes = readFileSync(path)
  for (const line of linesOf(bytes)) reader.add(line)
  const lines = reader.context(() => 0).parts.flatMap((part) => part.lines)
  const errors: number[] = []
  let before: { readonly context: number; readonly reply: string | null } | undefined
  let added = 0
  for (const line of lines) {
    if (line.reply !== null && line.context > 0 && line.reply !== before?.reply) {
      const input = inputOf(bytes.subarray(line.start, line.end))
      if (before && input > 0) errors.push(Math.abs(before.context + added - input) / input)
      before = { context: line.context, reply: line.reply }
      added = 0
    } else if (line.reply === null || line.reply !== before?.reply) added += tokensOfLine(line, CHARS_A_TOKEN)
  }
  return errors
}

/** What the client sent for this reply, as the API counted it. */
function inputOf(line: Buffer): number {
  const { usage } = JSON.parse(line.toString('utf8')).message
  const counts = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens]
  return counts.reduce((sum: number, count: unknown) => sum + (typeof count === 'number' ? count : 0), 0)
}
