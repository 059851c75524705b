import { liveClientOf } from '../clients/live-clients.ts'
import { liveFile, readLive, writeLive } from '../record/running/live-files.ts'
import type { Window } from '../record/running/running-state.ts'
import { asWindows, windowsOf } from '../record/running/windows-of.ts'
import { clientProcess } from '../system/client-process.ts'
import { isRunning } from '../system/is-running.ts'
import type { HookState } from './hook-state.ts'
import type { HookInput } from './quick-hook.ts'

interface Noted {
  readonly client: string | undefined
  /** The client's process, or a shell below it. */
  readonly pid: number | undefined
  readonly now: number
}

/**
 * Notes that a client is at a session, is done with a turn, or left it, before anything that may fail: whoever looks later
 * knows whether it still is, and which session its commands and servers are in. A client may go on in another session and say
 * so with the next prompt alone. A session that another window is at, too, goes on there when one leaves it. A subagent is
 * part of the session that started it.
 */
export function noteEvent(liveDir: string, event: string, input: HookInput, { client, pid, now }: Noted): void {
  const { session_id: id, transcript_path: transcript, agent_id: subagent } = input
  if (!NOTED.has(event) || subagent !== undefined) return
  if (typeof id !== 'string' || id === '' || typeof transcript !== 'string' || transcript === '') return
  const file = liveFile(liveDir, id, 'state')
  const known = readLive<HookState>(file) ?? {}
  const { name } = liveClientOf(client, transcript)
  writeLive(file, JSON.stringify({ ...known, ...noted(), session: id, client: name, transcript }))

  function noted(): HookState {
    const { pid: at, started } = clientProcess(pid) ?? {}
    const isOwn = (one: Window) => one.pid === at && one.started === started
    const windows = windowsOf(known)
    const others = windows.filter((one) => !isOwn(one) && isRunning(one.pid))
    if (event === 'Stop')
      return others.length === 0
        ? { idle: true }
        : asWindows(windows.map((one) => (isOwn(one) ? { ...one, idle: true } : one)))
    if (event === 'SessionEnd')
      return others.length > 0 ? asWindows(others) : { pid: known.pid ?? at, others: undefined, ended: now }
    return { ...asWindows([{ pid: at, started, seen: now, idle: undefined }, ...others]), ended: undefined }
  }
}

const NOTED = new Set(['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'])
