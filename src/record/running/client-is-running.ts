import { isRunning } from '../../system/is-running.ts'
import { liveFile, readLive } from './live-files.ts'
import type { RunningState } from './running-state.ts'
import { windowsOf } from './windows-of.ts'

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
  const { ended, ...state } = readLive<RunningState>(liveFile(liveDir, clientId, 'state')) ?? {}
  const windows = windowsOf(state)
  if (windows.length > 0 && !windows.some(({ pid }) => isRunning(pid))) return false
  if (ended === undefined) return windows.length === 0 ? undefined : true
  return written === undefined || written <= ended ? false : undefined
}
