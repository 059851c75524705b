import { recoverSecured } from '../capture/recover-secured.ts'
import { isFailure } from '../model/errors.ts'
import { openSqliteSearch } from '../search/drivers/sqlite/open-sqlite-search.ts'
import { openSqliteStore } from '../store/drivers/sqlite/open-sqlite-store.ts'
import { captureContext } from './capture-context.ts'
import { liveFolder } from './live/live-files.ts'
import type { Workspace } from './workspace.ts'

interface WorkspaceOptions extends Omit<Workspace, 'store' | 'search' | 'warm' | 'underway' | 'clock' | 'liveDir'> {
  readonly storeDir: string
  readonly clock?: () => Date
}

/** Opens the store and everything an action needs. Close it when done. */
export async function openWorkspace({
  storeDir,
  clock = () => new Date(),
  ...rest
}: WorkspaceOptions): Promise<Workspace> {
  const liveDir = storeDir === ':memory:' ? undefined : liveFolder(storeDir)
  const workspace = { ...rest, clock, liveDir, warm: new Map(), underway: new Map(), ...openStore(storeDir) }
  await recoverSecured(captureContext(workspace))
  return workspace
}

export async function closeWorkspace({ store, search, underway }: Workspace): Promise<void> {
  try {
    for (const ended of underway?.values() ?? []) await ended // those that wait for it come behind it
    await search?.close()
  } finally {
    await store.close()
  }
}

/** A store that cannot be written is opened for reading, and searched in memory; a write to it says so then. */
function openStore(directory: string): Required<Pick<Workspace, 'store' | 'search'>> {
  try {
    return { store: openSqliteStore({ directory }), search: openSqliteSearch({ directory }) }
  } catch (error) {
    if (!isFailure(error, 'store-read-only')) throw error
    const search = openSqliteSearch({ directory: ':memory:' })
    return { store: openSqliteStore({ directory, readOnly: true }), search }
  }
}
