import { type TestResult, testResult } from '../../model/test-result.ts'
import type { BriefRound } from '../round.ts'
import { isOfHandoff } from './round-record.ts'

/** A command that ran, and how it ended. */
export interface Run {
  readonly round: number
  readonly command: string
  /** The program and what it was to do, as a sentence names it: `npm test`, `cargo build`. */
  readonly head: string
  readonly failed: boolean
  readonly exit: number | null
  readonly output: string
  readonly result?: TestResult
}

/** Every command with a result, in order. */
export function runsOf(rounds: readonly BriefRound[]): readonly Run[] {
  return rounds.flatMap(({ round, events }) =>
    events.flatMap((event): readonly Run[] => {
      if (event.kind !== 'did' || event.act.command === null || !event.outcome || isOfHandoff(event)) return []
      const { command } = event.act
      const { failed, exit, output } = event.outcome
      const result = testResult(command, event.outcome)
      const hasFailed = result ? result.outcome === 'failed' : failed || (exit ?? 0) > 0
      return [{ round, command, head: headOf(command), failed: hasFailed, exit, output, ...(result && { result }) }]
    }),
  )
}

/** `cd x && FOO=1 npm run build -- --fast | tail` is `npm run build`. */
export function headOf(command: string): string {
  const simple = command
    .replace(/^(?:\s*(?:cd|export|set|source|pushd)\s[^;&|\n]*(?:&&|;|\n))+/, '')
    .trim()
    .replace(/^(?:\w+=\S+\s+)+/, '')
  const words = simple
    .split(/[\n;|&<>]/, 1)[0]!
    .trim()
    .split(/\s+/)
  const head = words
    .filter((word, at) => !(at === 1 && word === '-C') && words[at - 1] !== '-C')
    .slice(0, /^(?:run|exec|-m|x)$/.test(words[1] ?? '') ? 3 : 2)
    .filter((word) => !/^-(?!m$)/.test(word))
  return head.join(' ').toLowerCase()
}
