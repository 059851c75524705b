import { Failure, isFailure } from '../model/errors.ts'
import { openSqliteSearch } from '../search/drivers/sqlite/open-sqlite-search.ts'
import { openSqliteStore } from '../store/drivers/sqlite/open-sqlite-store.ts'
import { refuseForeign } from './files/refuse-foreign.ts'
import { liveFolder } from './live/live-files.ts'
import type { Workspace } from './workspace.ts'

export interface WorkspaceOptions extends Omit<Workspace, 'store' | 'search' | 'warm' | 'clock' | 'liveDir'> {
  readonly storeDir: string
  /** The store that is used instead of the one in that folder. */
  readonly shared?: SharedStore | undefined
  /** Folders that are used though they belong to somebody else. */
  readonly trustedStores?: readonly string[]
  readonly clock?: () => Date
}

/** A store that several machines use: a PostgreSQL database, and an object store where that keeps the bytes. */
export interface SharedStore {
  /** `postgres://user@host/database`. */
  readonly url: string
  /** Where a new one is to keep its bytes: `s3://bucket?endpoint=https://host`. */
  readonly artifacts?: string | undefined
  readonly keys?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** Opens the store and everything an action needs. Close it when done. */
export async function openWorkspace({
  storeDir,
  shared,
  trustedStores = [],
  clock = () => new Date(),
  ...rest
}: WorkspaceOptions): Promise<Workspace> {
  if (storeDir !== ':memory:') refuseForeign(storeDir, trustedStores)
  const liveDir = storeDir === ':memory:' ? undefined : liveFolder(storeDir)
  const opened = shared ? await openShared(shared) : openStore(storeDir)
  return { ...rest, clock, storeDir, liveDir, warm: new Map(), ...opened }
}

export async function closeWorkspace({ store, search }: Workspace): Promise<void> {
  try {
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

/** What it needs is loaded here and nowhere else: most records are a file of this machine. */
async function openShared({
  url,
  artifacts,
  keys,
}: SharedStore): Promise<Required<Pick<Workspace, 'store' | 'search' | 'isShared'>>> {
  const { openPostgresStore } = await import('../store/drivers/postgres/open-postgres-store.ts')
  const { openPostgresSearch } = await import('../search/drivers/postgres/open-postgres-search.ts')
  const store = await openPostgresStore({
    url,
    artifacts,
    openArtifacts: async (place, folder) => {
      if (!keys) throw withoutKeys(place)
      const { openS3Artifacts } = await import('../store/drivers/s3/open-s3-artifacts.ts')
      return openS3Artifacts({ url: place, folder, ...keys })
    },
  })
  return { store, search: openPostgresSearch({ url }), isShared: true }
}

function withoutKeys(place: string): Failure {
  return new Failure('config-invalid', `The shared store keeps its bytes in ${place}, which needs keys.`, {
    hint: 'Set STET_S3_ACCESS_KEY_ID and STET_S3_SECRET_ACCESS_KEY.',
  })
}
