/** Writes a file as a client does, bit by bit, lines torn in the middle, and says when it is whole. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

interface Task {
  readonly from: string
  readonly to: string
  readonly stop: string
  readonly steps: number
  /** Goes on after the first step when these files are there: everyone who is to look has looked once. */
  readonly lookers: readonly string[]
}

const { from, to, stop, steps, lookers }: Task = JSON.parse(process.argv[2]!)
const whole = readFileSync(from)
for (let step = 0; step < steps; step++) {
  const [start, end] = [step, step + 1].map((at) => Math.round((at * whole.length) / steps))
  appendFileSync(to, whole.subarray(start, end))
  do await wait(1)
  while (!lookers.every((looked) => existsSync(looked)))
}
writeFileSync(stop, '')
