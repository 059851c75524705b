import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createParser } from '../../src/clients/claude-code/read/parse.ts'
import { linesOf } from '../../src/clients/lines.ts'
import { charsATokenIn, initialCalibration, noteContext } from '../../src/model/calibration.ts'
import { BLOCK_CHARS, blockSize, estimateTokens } from '../../src/model/tokens.ts'
import { CORPUS_ABSENT, corpusFiles } from '../corpus/files.ts'

const MEDIAN = 0.08
const P90 = 0.2
/** Fewer replies than this say little of a half. */
const REPLIES = 10

interface Step {
  /** Counted characters that were added before a reply, and the tokens by which the context grew. */
  readonly chars: number
  readonly grown: number
  readonly context: number
  readonly model: string | null
}

describe('tokens are foretold', () => {
  it('for the second half of a session, by what its first half taught', () => {
    const sessions = corpusFiles().map(({ path }) => stepsIn(path))
    if (sessions.length === 0) {
      console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)
      return
    }
    const long = sessions.filter((steps) => steps.length >= REPLIES)
    const errors = long.map((steps) => errorOf(steps, (first) => learntFrom(first)))
    const before = long.map((steps) => errorOf(steps, () => 4))
    console.log(`${long.length} sessions: error ${shown(errors)}; with characters ÷ 4 ${shown(before)}`)
    expect(long.length).toBeGreaterThan(40)
    expect(at(errors, 0.5)).toBeLessThanOrEqual(MEDIAN)
    expect(at(errors, 0.9)).toBeLessThanOrEqual(P90)
  })

  it('for scripts without spaces by their characters', () => {
    expect(estimateTokens(blockSize('user-text', '漢字仮名交じり文'.repeat(100)) - BLOCK_CHARS)).toBe(800)
    expect(estimateTokens(blockSize('user-text', 'words with spaces in between. '.repeat(100)) - BLOCK_CHARS)).toBe(
      1000,
    )
  })
})

function learntFrom(first: readonly Step[]): number {
  const known = { ...initialCalibration(), context: first[0]!.context - first[0]!.grown }
  for (const { chars, context, model } of first) {
    known.since = chars
    noteContext(known, context, model)
  }
  return charsATokenIn(known, first.at(-1)!.model)
}

function errorOf(steps: readonly Step[], charsAToken: (first: readonly Step[]) => number): number {
  const half = Math.floor(steps.length / 2)
  const second = steps.slice(half)
  const chars = second.reduce((sum, step) => sum + step.chars, 0)
  const grown = second.reduce((sum, step) => sum + step.grown, 0)
  return Math.abs(chars / charsAToken(steps.slice(0, half)) - grown) / grown
}

/** What was added before each reply and by how much the context grew, as the parser itself counts them. */
function stepsIn(path: string): readonly Step[] {
  const parser = createParser()
  const steps: Step[] = []
  let before = initialCalibration()
  for (const line of linesOf(readFileSync(path))) {
    parser.add(parser.classify(line, 0, line.length), line, 0, line.length)
    const { calibration, facts } = JSON.parse(parser.save()).about
    const grown = calibration.context - before.context
    if (before.context > 0 && grown > 0) {
      steps.push({ chars: before.since, grown, context: calibration.context, model: facts.model })
    }
    before = calibration
  }
  return steps
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

function shown(errors: readonly number[]): string {
  return [0.5, 0.9].map((share) => `p${share * 100} ${(at(errors, share) * 100).toFixed(1)} %`).join(', ')
}
