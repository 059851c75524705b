/** Writes a file as a client does, bit by bit, lines torn in the middle, and says when it is whole. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

interface Task {
  readonly from: string
  readonly to: string
  readonly stop: string
  readonly steps: number
}

const { from, to, stop, steps }: Task = JSON.parse(process.argv[2]!)
const whole = readFileSync(from)
for (let step = 0; step < steps; step++) {
  const [start, end] = [step, step + 1].map((at) => Math.round((at * whole.length) / steps))
  appendFileSync(to, whole.subarray(start, end))
  await wait(1)
}
writeFileSync(stop, '')
