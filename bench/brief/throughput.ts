import { readFileSync } from 'node:fs'
import { briefOf } from '../../src/brief/session-brief.ts'
import { realFiles, roundsIn } from './real-rounds.ts'

const TRIES = 40
const GOAL = 0.4
const NO_ENTRIES = { current: [], over: [], refused: [] }

/** How fast facts and words are built of parsed rounds, against JSON.parse of their lines: processor time, the best of some tries in turn. */
export function throughput(): string {
  const files = realFiles()
  if (!files) return 'throughput: ../shared/corpus is absent'
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{')),
  )
  const sessions = files.map(roundsIn)
  const [parse, brief] = bestInTurn(
    () => {
      for (const line of lines) JSON.parse(line)
    },
    () => {
      for (const rounds of sessions) briefOf(rounds, NO_ENTRIES, { chars: 0, last: 0 })
    },
  ) as [number, number]
  const size = lines.reduce((sum, line) => sum + line.length, 0) / 1e6
  const speed = (ms: number) => `${((1000 * size) / ms).toFixed(0)} MB/s`
  return `facts and words of ${size.toFixed(1)} MB: ${speed(brief)}, JSON.parse ${speed(parse)}, ratio ${(parse / brief).toFixed(2)} (goal ${GOAL})`
}

/** One after the other, so that both have the machine as it is then. */
function bestInTurn(...runs: readonly (() => void)[]): readonly number[] {
  const times = Array.from({ length: TRIES }, () => runs.map(timeOf))
  return runs.map((_, at) => Math.min(...times.map((time) => time[at]!)))
}

function timeOf(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
