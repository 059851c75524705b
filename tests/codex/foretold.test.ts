import { afterEach, beforeEach, expect, it } from 'vitest'
import { contextSize } from '../../src/surgery/context-size.ts'
import { openSubject } from '../../src/surgery/open-subject.ts'
import { tokensOfLine } from '../../src/surgery/weigh.ts'
import { CORPUS_ABSENT, codexCorpusFiles } from '../corpus/files.ts'
import { openSurgeryBench, type SurgeryBench } from '../surgery/bench.ts'

const MEDIAN = 0.03
const P90 = 0.15
/** Foretold too little by more than a tenth. */
const TOO_LITTLE = 0.06

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

it('what a Codex session would be without its end is what the client counted before that', async () => {
  const files = codexCorpusFiles()
  if (files.length === 0) {
    console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)
    return
  }
  const errors: number[] = []
  for (const path of files) errors.push(...(await errorsIn(path)))
  const sizes = errors.map(Math.abs).sort((a, b) => a - b)
  const at = (share: number) => sizes[Math.floor(share * (sizes.length - 1))]!
  const tooLittle = errors.filter((error) => error < -0.1).length / errors.length
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`
  console.log(
    `${errors.length} counts of Codex foretold: error p50 ${percent(at(0.5))}, p90 ${percent(at(0.9))}; more than a tenth too little ${percent(tooLittle)}`,
  )
  expect(errors.length).toBeGreaterThan(500)
  expect(at(0.5)).toBeLessThanOrEqual(MEDIAN)
  expect(at(0.9)).toBeLessThanOrEqual(P90)
  expect(tooLittle).toBeLessThanOrEqual(TOO_LITTLE)
})

/** For each count: how far off the size of everything up to there is, worked out from the whole session. */
async function errorsIn(path: string): Promise<readonly number[]> {
  const subject = await openSubject(bench.workspace, await bench.inscribeFile(path))
  const { fixed, inherited, scale } = contextSize(subject)
  const lines = subject.parts
    .flatMap((part) => part.lines.map((line) => ({ ...line, tokens: tokensOfLine(line, part.charsAToken) })))
    .sort((a, b) => a.number - b.number)
  const errors: number[] = []
  let sent = 0
  for (const { context, tokens } of lines) {
    sent += tokens
    if (context > 0) errors.push((fixed + inherited + scale * sent) / context - 1)
  }
  return errors
}
