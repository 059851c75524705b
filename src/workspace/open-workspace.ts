import { type Failure, isFailure } from '../model/errors.ts'
import type { RefreshProgress } from '../record/derived/refresh-derived.ts'
import { withFoldersHere } from '../record/remote/folders-here.ts'
import { liveFolder } from '../record/running/live-files.ts'
import { openSqliteStore } from '../record/sqlite/open-sqlite-store.ts'
import type { Workspace } from '../record/workspace.ts'
import { openSqliteSearch } from '../search/drivers/sqlite/open-sqlite-search.ts'
import { refuseForeign } from '../system/refuse-foreign.ts'
import { tagNewRounds } from '../work/auto-tag.ts'
import type { SharedStore } from './open-shared-store.ts'

export interface WorkspaceOptions
  extends Omit<Workspace, 'store' | 'search' | 'warm' | 'clock' | 'liveDir' | 'followers'> {
  readonly storeDir: string
  /** The store that is used instead of the one in that folder. */
  readonly shared?: SharedStore | undefined
  /** Folders that are used though they belong to somebody else. */
  readonly trustedStores?: readonly string[]
  readonly clock?: () => Date
  /** Hears of sessions that an older Stet recorded and that are read again; `false` leaves them to another time. */
  readonly onRefresh?: RefreshProgress | false
}

/** What captures are followed by. */
const FOLLOWERS = [tagNewRounds]

/** Opens the store and everything an action needs. Close it when done. */
export async function openWorkspace({
  storeDir,
  shared,
  trustedStores = [],
  clock = () => new Date(),
  onRefresh,
  ...rest
}: WorkspaceOptions): Promise<Workspace> {
  if (storeDir !== ':memory:') refuseForeign(storeDir, trustedStores)
  const liveDir = storeDir === ':memory:' ? undefined : liveFolder(storeDir)
  const opened = shared ? await openShared(shared) : openStore(storeDir)
  const store = withFoldersHere(opened.store, storeDir)
  const workspace: Workspace = {
    ...rest,
    clock,
    storeDir,
    liveDir,
    warm: new Map(),
    followers: FOLLOWERS,
    ...opened,
    store,
  }
  if (onRefresh !== false && (await workspace.store.listOutdated()).length > 0) {
    const { refreshDerived } = await import('../record/derived/refresh-derived.ts')
    await refreshDerived(workspace, onRefresh)
  }
  return workspace
}

export async function closeWorkspace({ store, search }: Workspace): Promise<void> {
  try {
    await search?.close()
  } finally {
    await store.close()
  }
}

/**
 * A store that cannot be written is opened for reading; a write to it says why then. It is searched in memory, or, where
 * only the disk is full, as far as it is indexed.
 */
function openStore(directory: string): Required<Pick<Workspace, 'store' | 'search'>> {
  try {
    return { store: openSqliteStore({ directory }), search: openSqliteSearch({ directory }) }
  } catch (error) {
    if (isFailure(error, 'store-full')) return openFull(directory, error)
    if (!isFailure(error, 'store-read-only')) throw error
    const search = openSqliteSearch({ directory: ':memory:' })
    return { store: openSqliteStore({ directory, readOnly: true }), search }
  }
}

/** Where nothing was recorded before the disk was full, there is nothing to read. */
function openFull(directory: string, full: Failure): Required<Pick<Workspace, 'store' | 'search'>> {
  try {
    return { store: openSqliteStore({ directory, readOnly: full }), search: openSqliteSearch({ directory }) }
  } catch (error) {
    throw isFailure(error, 'store-unreadable') ? full : error
  }
}

/** What it needs is loaded here and nowhere else: most records are a file of this machine. */
async function openShared(shared: SharedStore): Promise<Pick<Workspace, 'store' | 'search' | 'isShared'>> {
  const { openSharedStore } = await import('./open-shared-store.ts')
  return { ...(await openSharedStore(shared)), isShared: true }
}
