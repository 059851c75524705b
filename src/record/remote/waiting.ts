import type { Workspace } from '../workspace.ts'
import { readBehind } from './behind.ts'
import { waitingSessions } from './push.ts'
import { eachKnown, listRemotes } from './remotes.ts'

/** A remote that lacks something that is here. */
export interface Waiting {
  readonly remote: string
  readonly sessions: number
  /** Why the last attempt failed, and from when on it is tried again; null where none did. */
  readonly failed: { readonly at: string; readonly next: string; readonly why: string } | null
}

/** What waits to be sent, as far as this machine knows: no remote is asked. */
export async function listWaiting(workspace: Workspace): Promise<readonly Waiting[]> {
  const { storeDir, isShared, holder } = workspace
  if (storeDir === undefined || storeDir === ':memory:' || isShared || holder) return []
  const lacking = new Map<string, number>()
  const names = (await listRemotes(storeDir)).map(({ name }) => name)
  if (names.length === 0) return []
  for (const known of eachKnown(storeDir))
    if (names.includes(known.remote)) lacking.set(known.remote, (await waitingSessions(workspace, known)).length)
  const behind = readBehind(storeDir)
  const waiting: Waiting[] = []
  for (const remote of names) {
    const sessions = lacking.get(remote) ?? (await waitingSessions(workspace, { has: () => false })).length
    const { at, next, why } = behind[remote] ?? {}
    const failed = at === undefined || next === undefined || why === undefined ? null : { at, next, why }
    if (sessions > 0) waiting.push({ remote, sessions, failed })
  }
  return waiting
}
