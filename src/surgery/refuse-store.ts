import { realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Failure } from '../model/errors.ts'
import type { Workspace } from '../record/workspace.ts'

const DATABASE = /^(?:sessions|search)\.db/

/** The databases of the store that is open are not written over, whatever was asked for: others may be writing to them. */
export function refuseStore({ storeDir }: Workspace, path: string): void {
  if (storeDir === undefined || !DATABASE.test(basename(path)) || real(dirname(path)) !== real(storeDir)) return
  throw new Failure('target-exists', `${path} belongs to the store itself.`, {
    facts: { path },
    hint: 'Choose another path.',
  })
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path // not there yet
  }
}
