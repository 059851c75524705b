import { readFileSync } from 'node:fs'

/** Whether a process is there. One that belongs to somebody else is. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) // a dead one that nobody has asked after
  } catch {
    return true // no such list on this system
  }
}
