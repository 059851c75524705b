import { readFileSync } from 'node:fs'
import { briefOf } from '../../src/brief/session-brief.ts'
import { realFiles, roundsIn } from './real-rounds.ts'

const TRIES = 15
const GOAL = 0.4
const NO_ENTRIES = { current: [], over: [], refused: [] }

/** How fast facts and words are built of parsed rounds, against JSON.parse of their lines: processor time, the best of some tries. */
export function throughput(): string {
  const files = realFiles()
  if (!files) return 'throughput: ../shared/corpus is absent'
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{')),
  )
  const sessions = files.map(roundsIn)
  const parse = best(() => {
    for (const line of lines) JSON.parse(line)
  })
  const brief = best(() => {
    for (const rounds of sessions) briefOf(rounds, NO_ENTRIES, { chars: 0, last: 0 })
  })
  const size = lines.reduce((sum, line) => sum + line.length, 0) / 1e6
  const speed = (ms: number) => `${((1000 * size) / ms).toFixed(0)} MB/s`
  return `facts and words of ${size.toFixed(1)} MB: ${speed(brief)}, JSON.parse ${speed(parse)}, ratio ${(parse / brief).toFixed(2)} (goal ${GOAL})`
}

function best(run: () => void): number {
  return Math.min(
    ...Array.from({ length: TRIES }, () => {
      const before = process.cpuUsage()
      run()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }),
  )
}
