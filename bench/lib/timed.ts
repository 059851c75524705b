import { readFileSync } from 'node:fs'

/** What a process says of the work it was timed at. */
export interface Timed {
  readonly wallMs: number
  readonly cpuMs: number
  /** The most memory it ever held. */
  readonly peakBytes: number
}

/** Times `work` in this process, which does nothing else, and prints what it took. */
export async function timed(work: () => unknown): Promise<void> {
  const cpu = process.cpuUsage()
  const began = performance.now()
  await work()
  const wallMs = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000, peakBytes: peakBytes() } satisfies Timed))
}

/** Of this program alone: what its parent held when it started this one counts in `maxRSS`, but not in `VmHWM`. */
export function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024
}
