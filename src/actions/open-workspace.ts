import { openSqliteStore } from '../store/drivers/sqlite/open-sqlite-store.ts'
import type { Workspace } from './workspace.ts'

export interface WorkspaceOptions extends Omit<Workspace, 'store' | 'clock'> {
  readonly storeDir: string
  readonly clock?: () => Date
}

/** Opens the store and everything an action needs. Close it when done. */
export async function openWorkspace({
  storeDir,
  clock = () => new Date(),
  ...rest
}: WorkspaceOptions): Promise<Workspace> {
  return { ...rest, clock, store: openSqliteStore({ directory: storeDir }) }
}

export async function closeWorkspace({ store }: Workspace): Promise<void> {
  await store.close()
}
