import { writeFileSync } from 'node:fs'
import { peakBytes, type Timed } from '../lib/timed.ts'

// Loaded in front of a program (`node -r`): when it exits, writes what the whole process took to STET_BENCH_USAGE.
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const usage: Timed = { wallMs: performance.now(), cpuMs: (user + system) / 1000, peakBytes: peakBytes() }
  writeFileSync(process.env.STET_BENCH_USAGE!, JSON.stringify(usage))
})
