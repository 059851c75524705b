import { processesAbove, type SystemProcess } from './processes-above.ts'

/** A client may start hooks and servers through a shell that is gone a moment later. */
const SHELLS = new Set(['sh', 'dash', 'bash', 'zsh', 'fish', 'ksh', 'ash', 'busybox'])
const FURTHEST = 5

/** One that is gone already has a number only. */
export type ClientProcess = Pick<SystemProcess, 'pid'> & Partial<SystemProcess>

/** The process above shells: the client itself. Undefined where that cannot be told. */
export function clientProcess(pid: number | undefined): ClientProcess | undefined {
  let shells = 0
  for (const process of processesAbove(pid)) {
    if (!SHELLS.has(process.name)) return process
    if (++shells === FURTHEST) return undefined
  }
  return shells === 0 && pid !== undefined && pid > 1 ? { pid } : undefined
}
