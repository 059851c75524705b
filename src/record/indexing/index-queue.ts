import type { SessionId } from '../../model/id.ts'
import type { Workspace } from '../workspace.ts'
import { catchUpSession } from './catch-up-search.ts'
import { whereAvailable } from './search-follower.ts'
import type { SearchEntry, SearchIndex } from './search-index.ts'

/** So many entries, or characters, go into the index in one transaction. */
const ENTRIES = 64
const CHARS = 1 << 20

/** What was said in many sessions, for the index to take together: to a short session a transaction of its own costs more than its rows. */
export interface IndexQueue {
  /** True where the index is going to have it. */
  add(entry: SearchEntry): Promise<boolean>
  /** Writes what is held. What the index would not take, because it was elsewhere, it takes from the record. */
  finish(): Promise<void>
}

export function openIndexQueue(workspace: Workspace, search: SearchIndex): IndexQueue {
  const refused = new Set<SessionId>()
  let held: SearchEntry[] = []
  let chars = 0

  async function write(): Promise<void> {
    const entries = held
    held = []
    chars = 0
    if (entries.length === 0) return
    const taken = await whereAvailable(() => search.addAll(entries))
    for (const [nth, { session }] of entries.entries()) if (taken?.[nth] === false) refused.add(session)
  }

  return {
    async add(entry) {
      held.push(entry)
      for (const { text } of entry.rounds) chars += text.length
      if (held.length >= ENTRIES || chars >= CHARS) await write()
      return true
    },
    async finish() {
      await write()
      for (const id of refused) {
        const session = await workspace.store.findSession(id)
        if (session) await whereAvailable(async () => catchUpSession(workspace, session, await search.findMark(id)))
      }
    },
  }
}
