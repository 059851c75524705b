import { realpath } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { Failure } from '../model/errors.ts'
import { outputState } from './surgery/output-state.ts'
import type { Workspace } from './workspace.ts'

/**
 * Fails with `target-exists` where something is there already that may not be replaced: anything unless forced, and a
 * client's own file even then.
 */
export async function refuseTaken(workspace: Workspace, path: string, force: boolean): Promise<void> {
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined) return
  if (!force) {
    throw new Failure('target-exists', `${path} is there already.`, {
      facts: { path },
      hint: 'Name another place, or add --force to replace it.',
    })
  }
  if (!(await isClients(workspace, path, real)) || (await isOutput(workspace, path))) return
  throw new Failure(
    'target-exists',
    `${path} is a client's own file, or one that work went on in; Stet never replaces those.`,
    {
      facts: { path },
      hint: 'Name another place with --out.',
    },
  )
}

/** Whether a file is in the record, or where a client keeps its own. */
async function isClients({ store, configDirs }: Workspace, path: string, real: string): Promise<boolean> {
  for (const place of [path, real]) if (await store.findSource(place)) return true
  const folders = await Promise.all(Object.values(configDirs).map((folder) => realpath(folder).catch(() => folder)))
  return folders.some((folder) => isBelow(folder, real))
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}

/** Whether an operation wrote the file, and nobody since. */
async function isOutput(workspace: Workspace, path: string): Promise<boolean> {
  for (const { outputs } of await workspace.store.listOperations()) {
    const output = outputs.find((one) => one.path === path)
    if (output) return (await outputState(workspace, output)) === 'same'
  }
  return false
}
