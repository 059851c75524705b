import { open, realpath } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { Failure } from '../model/errors.ts'
import type { Workspace } from './workspace.ts'

/** Enough of a file for the key that begins the first line of a session Stet wrote. */
const HEAD_BYTES = 64 << 10

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
  if (!(await isClients(workspace, path, real)) || (await isOwn(real))) return
  throw new Failure('target-exists', `${path} is a client's own file; Stet never replaces one.`, {
    facts: { path },
    hint: 'Name another place with --out.',
  })
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

/** Whether Stet wrote a session file. */
async function isOwn(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.toString('utf8', 0, bytesRead)
    return head.split('\n', 1)[0]!.includes('"surgery_metadata":')
  } catch {
    return false // a folder, or nothing that can be read
  } finally {
    await file.close()
  }
}
