import type { HookState } from './hook-state.ts'
import { isRunning } from './is-running.ts'
import { liveFile, readLive } from './live-files.ts'

/** Whether a client is at a session, as its hooks told; undefined where no hook of it was heard. */
export function clientIsRunning(liveDir: string | undefined, clientId: string): boolean | undefined {
  if (liveDir === undefined) return undefined
  const pid = readLive<HookState>(liveFile(liveDir, clientId, 'state'))?.pid
  return pid === undefined ? undefined : isRunning(pid)
}
