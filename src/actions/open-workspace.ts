import { isFailure } from '../model/errors.ts'
import { openSqliteStore } from '../store/drivers/sqlite/open-sqlite-store.ts'
import type { Store } from '../store/store.ts'
import type { Workspace } from './workspace.ts'

interface WorkspaceOptions extends Omit<Workspace, 'store' | 'clock'> {
  readonly storeDir: string
  readonly clock?: () => Date
}

/** Opens the store and everything an action needs. Close it when done. */
export async function openWorkspace({
  storeDir,
  clock = () => new Date(),
  ...rest
}: WorkspaceOptions): Promise<Workspace> {
  return { ...rest, clock, store: openStore(storeDir) }
}

export async function closeWorkspace({ store }: Workspace): Promise<void> {
  await store.close()
}

/** A store that cannot be written is opened for reading; a write to it says so then. */
function openStore(directory: string): Store {
  try {
    return openSqliteStore({ directory })
  } catch (error) {
    if (!isFailure(error, 'store-read-only')) throw error
    return openSqliteStore({ directory, readOnly: true })
  }
}
