import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '../../record/workspace.ts'

/** What changed in the record since the last time. */
export interface StoreChange {
  /** Sessions that are new, grew or went. */
  readonly sessions: readonly string[]
  /** Something else changed, too: tags, operations, names, summaries. */
  readonly others: boolean
}

interface Follower {
  readonly close: () => void
}

const EVERY_MS = 100
/** For a shared store, which others change from elsewhere: there is nothing to look at but the sessions themselves. */
const SHARED_EVERY_MS = 2000
const FILES = ['sessions.db', 'sessions.db-wal']

/**
 * Tells of every change of the record, whoever made it. It looks at the database's files: those change with every
 * commit of any process, and a look costs microseconds. Of a shared store it tells what sessions gained, and no more.
 */
export async function followStore(
  { store, isShared = false }: Pick<Workspace, 'store' | 'isShared'>,
  directory: string,
  onChange: (change: StoreChange) => void,
): Promise<Follower> {
  let seen = stampOf(directory)
  let known = await marksOf()
  let isLooking = false
  const timer = setInterval(look, isShared ? SHARED_EVERY_MS : EVERY_MS)
  return { close: () => clearInterval(timer) }

  async function look(): Promise<void> {
    const stamp = stampOf(directory)
    if (isLooking || (stamp === seen && !isShared)) return
    isLooking = true
    try {
      const now = await marksOf()
      seen = stamp
      const sessions = [...new Set([...now.keys(), ...known.keys()])].filter((id) => now.get(id) !== known.get(id))
      known = now
      if (isShared && sessions.length === 0) return
      onChange({ sessions, others: sessions.length === 0 })
    } catch {
      // the store is busy or gone: the next look tries again
    } finally {
      isLooking = false
    }
  }

  async function marksOf(): Promise<ReadonlyMap<string, string>> {
    const marks = new Map<string, string>()
    for await (const { id, head, bytes, tail, source, end } of store.listSessions())
      marks.set(id, `${head}:${bytes + tail.length}:${source}:${end?.at}`)
    return marks
  }
}

function stampOf(directory: string): string {
  return FILES.map((name) => {
    const file = statSync(join(directory, name), { bigint: true, throwIfNoEntry: false })
    return `${file?.mtimeNs}:${file?.size}`
  }).join()
}
