import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compressionsFolder } from '../brief/compressions.ts'
import { findSessionFiles } from '../record/capture/inscribe.ts'
import { catchUpSearch } from '../record/indexing/catch-up-search.ts'
import type { Workspace } from '../record/workspace.ts'
import { sweepUndone } from '../surgery/set-undone.ts'
import { sweep } from '../system/place-file.ts'

export interface GarbageCollected {
  readonly removed: number
  readonly kept: number
  readonly bytes_freed: number
  /** Segments encoded again, smaller. */
  readonly sealed: number
  /** Files that writers which were killed left next to sessions. */
  readonly leftovers: number
  /** Somebody reads the record: words of forgotten sessions stay in its free space until the next time. */
  readonly words_left: boolean
}

/**
 * Seals what is not sealed yet, then removes what nothing retained reaches, what was left next to sessions, and where
 * sessions were forgotten what is left of their words in the files of the record.
 */
export async function collectGarbage(
  workspace: Workspace,
  { dryRun = false, onSession }: { dryRun?: boolean; onSession?: (done: number, total: number) => void } = {},
): Promise<GarbageCollected> {
  const { store, clock } = workspace
  let sealed = 0
  let freed = 0
  if (!dryRun) {
    const { sessions } = await store.sizes()
    let done = 0
    for await (const session of store.listSessions()) {
      const result = await store.seal(session.id, { everything: true, limit: Number.MAX_SAFE_INTEGER })
      sealed += result.segments
      freed += result.bytesBefore - result.bytesAfter
      onSession?.(++done, sessions)
    }
  }
  const collected = await store.collect({ now: clock().toISOString(), dryRun })
  const wordsLeft = collected.leavesWords && (dryRun || !(await eraseWords(workspace)))
  const leftovers = await sweepFolders(workspace, dryRun)
  const { removed, kept, bytesFreed } = collected
  return { removed, kept, bytes_freed: bytesFreed + freed, sealed, leftovers, words_left: wordsLeft }
}

/** The record last: it remembers that something is left to do. */
async function eraseWords(workspace: Workspace): Promise<boolean> {
  await catchUpSearch(workspace) // an index that was not there when they were forgotten has them still
  if (workspace.search && !(await workspace.search.erase())) return false
  return workspace.store.erase()
}

/** Looks into every folder that a session is in, or was in when it was recorded, and into the record's own. */
async function sweepFolders(workspace: Workspace, dryRun: boolean): Promise<number> {
  const folders = new Set((await findSessionFiles(workspace)).map((path) => dirname(path)))
  for await (const { source } of workspace.store.listSessions()) folders.add(dirname(source))
  const { storeDir } = workspace
  if (storeDir !== undefined && storeDir !== ':memory:') for (const folder of ownFolders(storeDir)) folders.add(folder)
  let swept = 0
  for (const folder of folders) {
    swept += await sweep(folder, { dryRun })
    swept += await sweepUndone(workspace, folder, { dryRun })
  }
  return swept
}

/** The record's folder, and those of compressions. */
function ownFolders(storeDir: string): readonly string[] {
  const compressions = compressionsFolder(storeDir)
  try {
    const names = readdirSync(compressions, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    return [storeDir, compressions, ...names.map(({ name }) => join(compressions, name))]
  } catch {
    return [storeDir] // nothing was compressed
  }
}
