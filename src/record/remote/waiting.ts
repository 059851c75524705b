import type { Workspace } from '../workspace.ts'
import { readBehind } from './behind.ts'
import { waitingSessions } from './push.ts'
import { knownOf, listRemotes } from './remotes.ts'

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
  const waiting: Waiting[] = []
  const behind = readBehind(storeDir)
  for (const { name } of await listRemotes(storeDir)) {
    const known = knownOf(storeDir, name)
    try {
      const { length: sessions } = await waitingSessions(workspace, known)
      const { at, next, why } = behind[name] ?? {}
      const failed = at === undefined || next === undefined || why === undefined ? null : { at, next, why }
      if (sessions > 0) waiting.push({ remote: name, sessions, failed })
    } finally {
      known.close()
    }
  }
  return waiting
}
