import { liveClientOf } from '../../clients/live-clients.ts'
import type { HookState } from './hook-state.ts'
import { liveFile, readLive, writeLive } from './live-files.ts'
import type { HookInput } from './quick-hook.ts'

/** Notes that a client is at a session, before anything that may fail: whoever looks later knows whether it still is. */
export function noteStart(
  liveDir: string,
  { session_id: id, transcript_path: transcript }: HookInput,
  { client, pid, now }: { readonly client: string | undefined; readonly pid: number | undefined; readonly now: number },
): void {
  if (typeof id !== 'string' || id === '' || typeof transcript !== 'string' || transcript === '') return
  const file = liveFile(liveDir, id, 'state')
  const { name } = liveClientOf(client, transcript)
  const started: HookState = { ...readLive<HookState>(file), client: name, transcript, pid, seen: now }
  writeLive(file, JSON.stringify(started))
}
