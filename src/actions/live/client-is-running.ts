import { isRunning } from './is-running.ts'
import { liveFile, readLive } from './live-files.ts'
import type { RunningState } from './running-state.ts'

/**
 * Whether a client is at a session whose file was last written at this time, as its hooks told; undefined where no hook of
 * it was heard. A client that ends a session may go on with another one: its process says nothing then.
 */
export function clientIsRunning(
  liveDir: string | undefined,
  clientId: string,
  written: number | undefined,
): boolean | undefined {
  if (liveDir === undefined) return undefined
  const { pid, ended } = readLive<RunningState>(liveFile(liveDir, clientId, 'state')) ?? {}
  if (pid !== undefined && !isRunning(pid)) return false
  if (ended === undefined) return pid === undefined ? undefined : true
  return written === undefined || written <= ended ? false : undefined
}
