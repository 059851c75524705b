import { readFileSync } from 'node:fs'
import { extract } from '../../src/digest/extract.ts'
import { settle } from '../../src/digest/settle.ts'
import { realFiles, roundsIn } from './real-rounds.ts'

const TRIES = 5

/** How fast rounds of real sessions are digested, against JSON.parse of their lines: processor time, the best of some tries. */
export function digestThroughput(): string {
  const files = realFiles()
  if (!files) return 'throughput: ../shared/corpus is absent'
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
  const sessions = files.map(roundsIn)
  const parse = best(() => {
    for (const line of lines) JSON.parse(line)
  })
  const digest = best(() => {
    for (const rounds of sessions) settle(extract(rounds))
  })
  const size = lines.reduce((sum, line) => sum + line.length, 0) / 1e6
  const speed = (ms: number) => `${((1000 * size) / ms).toFixed(0)} MB/s`
  return `throughput on ${size.toFixed(1)} MB: ${speed(digest)}, JSON.parse ${speed(parse)}, ratio ${(parse / digest).toFixed(2)}`
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
