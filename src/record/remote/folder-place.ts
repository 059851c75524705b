import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Failure } from '../../model/errors.ts'
import { makeDirectory } from '../../system/make-directory.ts'
import { sweep, unwritable } from '../../system/place-file.ts'
import { writerMark } from '../../system/writer-mark.ts'
import type { Place } from './place.ts'

/** Files in a folder: of this machine, of a mounted drive, or of one that a program brings to other machines. */
export function openFolderPlace(root: string): Place {
  const at = (name: string) => {
    const path = resolve(root, name)
    if (path === root || path.startsWith(`${root}${sep}`)) return path
    throw new Failure('name-invalid', `The name ${JSON.stringify(name)} points outside of the remote.`, {
      facts: { name },
    })
  }
  return {
    async list(folder) {
      try {
        return (await readdir(at(folder))).filter((name) => !name.startsWith('.')).sort()
      } catch (error) {
        if (isGone(error)) return []
        throw unreadable(at(folder), error)
      }
    },
    async read(name) {
      try {
        return await readOrdinary(at(name))
      } catch (error) {
        if (isGone(error)) return undefined
        throw error instanceof Failure ? error : unreadable(at(name), error)
      }
    },
    async write(name, bytes) {
      const path = at(name)
      await sweep(dirname(path))
      if (await isThere(path)) return false
      const temporary = join(dirname(path), `.stet-${writerMark()}-${randomUUID()}.tmp`)
      try {
        makeDirectory(dirname(path))
        await writeSynced(temporary, bytes)
        return await moveUnlessTaken(temporary, path)
      } catch (error) {
        throw error instanceof Failure ? error : unwritable(path, error)
      } finally {
        await rm(temporary, { force: true }).catch(() => undefined)
      }
    },
    async remove(name) {
      const path = at(name)
      await rm(path, { force: true }).catch((error) => {
        throw unwritable(path, error)
      })
    },
    close: async () => {},
  }
}

/** So much of one file is read at most; packs and journals are far smaller. */
const LARGEST = 1 << 29

/** A pipe would never end, nor would a device. */
async function readOrdinary(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const { size } = await file.stat().then((found) => (found.isFile() ? found : { size: Number.POSITIVE_INFINITY }))
    if (size > LARGEST) throw unreadable(path, { code: 'it is no file of a remote' })
    return await file.readFile()
  } finally {
    await file.close()
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** False where another was first. Not every drive has two names for a file: there the last of two at once would stay. */
async function moveUnlessTaken(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || (await isThere(to))) return false
    await rename(from, to)
    return true
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function unreadable(path: string, error: unknown): Failure {
  const reason = (error as NodeJS.ErrnoException).code ?? String(error)
  return new Failure('file-unreadable', `${path} cannot be read: ${reason}.`, { facts: { path, reason }, cause: error })
}
