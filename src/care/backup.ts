import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Workspace } from '../record/workspace.ts'
import { refuseStore } from '../surgery/refuse-store.ts'
import { placeWhole, taken } from '../system/place-file.ts'
import { refuseShared } from './refuse-shared.ts'

export interface BackedUp {
  readonly path: string
  readonly bytes: number
  readonly sessions: number
}

/** Copies the whole store into one file while others may go on writing; the copy is a store by itself, and was read. */
export async function backup(
  workspace: Workspace,
  out: string,
  { force = false, dryRun = false }: { readonly force?: boolean; readonly dryRun?: boolean } = {},
): Promise<BackedUp> {
  const { store, cwd } = workspace
  refuseShared(workspace.isShared === true, 'backup')
  const path = resolve(cwd, out)
  refuseStore(workspace, path)
  if (!force && existsSync(path)) throw taken(path)
  const { sessions } = await store.sizes()
  if (dryRun) return { path, bytes: 0, sessions }
  const bytes = await placeWhole(path, { replaces: force }, async (temporary) => {
    await store.backup(temporary)
    return (await stat(temporary)).size
  })
  return { path, bytes, sessions }
}
