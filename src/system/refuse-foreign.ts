import { chmodSync, lstatSync, type StatSyncFn, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '../model/errors.ts'

/** What is in a store's folder and is believed: a setting there may name a command that is run. */
const BELIEVED = ['sessions.db', 'sessions.db-wal', 'search.db', 'config.toml']

/**
 * Refuses a store's folder, or a file in it, that belongs to somebody else: they could have put anything there, a command
 * to run included. A folder of one's own that others may enter or write to is made private. `trusted` are folders that the
 * user said are to be used all the same.
 */
export function refuseForeign(directory: string, trusted: readonly string[]): void {
  if (trusted.includes(directory)) return
  const folder = lookOwn(directory, directory)
  if (!folder) return
  if (!folder.isDirectory()) throw notA('folder', directory)
  tighten(directory, folder, 0o700)
  for (const name of BELIEVED) refuseForeignFile(join(directory, name), directory, 0o600)
}

/** The same for one file; one that is not there is no failure. */
function refuseForeignFile(path: string, directory: string, mode: number): void {
  const file = lookOwn(path, directory)
  if (!file) return
  if (!file.isFile()) throw notA('file', path)
  tighten(path, file, mode)
}

/** What is there, or where a link leads to; both must be one's own. */
function lookOwn(path: string, directory: string): Stats | undefined {
  const found = look(path, lstatSync)
  if (!found) return undefined
  refuseOthers(path, directory, found)
  const meant = found.isSymbolicLink() ? look(path, statSync) : found
  if (meant) refuseOthers(path, directory, meant)
  return meant
}

function refuseOthers(path: string, directory: string, found: Stats): void {
  const user = process.getuid?.()
  if (user === undefined || found.uid === user) return
  throw new Failure('store-foreign', `${path} belongs to another user, so its content cannot be trusted.`, {
    facts: { path, owner: found.uid, user },
    hint: `To use it anyway, set STET_TRUSTED_STORE=${directory}`,
  })
}

/** What may not be changed, as on a disk that is only read, stays as it is. */
function tighten(path: string, found: Stats, mode: number): void {
  if ((found.mode & 0o077) === 0) return
  try {
    chmodSync(path, found.mode & mode)
  } catch {
    // it is ours, and nobody can write to it here
  }
}

function look(path: string, by: StatSyncFn): Stats | undefined {
  try {
    return by(path, { throwIfNoEntry: false })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') throw notA('folder', dirname(path))
    if (code === 'EACCES') throw closed(dirname(path), error)
    throw error
  }
}

function closed(directory: string, cause: unknown): Failure {
  return new Failure('store-unreadable', `The folder ${directory} cannot be read by this user.`, {
    facts: { path: directory },
    hint: `Run \`chmod u+rwx ${directory}\`, or name another store with --store.`,
    cause,
  })
}

function notA(kind: 'file' | 'folder', path: string): Failure {
  return new Failure('store-unreadable', `${path} is not a ${kind}.`, {
    facts: { path },
    hint: 'Move it away, or name another store with --store.',
  })
}
