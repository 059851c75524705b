import { liveClientOf } from '../../clients/live-clients.ts'
import type { HookState } from './hook-state.ts'
import { liveFile, readLive, writeLive } from './live-files.ts'
import type { HookInput } from './quick-hook.ts'

interface Noted {
  readonly client: string | undefined
  readonly pid: number | undefined
  readonly now: number
}

/** Notes that a client is at a session, before anything that may fail: whoever looks later knows whether it still is. */
export function noteStart(liveDir: string, input: HookInput, { client, pid, now }: Noted): void {
  note(liveDir, input, client, (known) => ({ ...known, pid, seen: now, ended: undefined }))
}

/** Notes that it left the session, before anything that may fail: a session that ended did not crash. */
export function noteEnd(liveDir: string, input: HookInput, { client, pid, now }: Noted): void {
  note(liveDir, input, client, (known) => ({ ...known, pid: known?.pid ?? pid, ended: now }))
}

function note(
  liveDir: string,
  { session_id: id, transcript_path: transcript }: HookInput,
  client: string | undefined,
  noted: (known: HookState | undefined) => HookState,
): void {
  if (typeof id !== 'string' || id === '' || typeof transcript !== 'string' || transcript === '') return
  const file = liveFile(liveDir, id, 'state')
  const { name } = liveClientOf(client, transcript)
  writeLive(file, JSON.stringify({ ...noted(readLive<HookState>(file)), client: name, transcript }))
}
