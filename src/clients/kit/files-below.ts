import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface FilesBelow {
  readonly files: readonly string[]
  /** Folders that cannot be read: whoever reads them says why. */
  readonly unreadable: readonly string[]
}

/** Every file below a folder, however many folders there cannot be read; one that is gone has nothing in it. Links are not followed. */
export async function filesBelow(folder: string): Promise<FilesBelow> {
  const files: string[] = []
  const unreadable: string[] = []
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await entriesOf(next)
    if (!entries) unreadable.push(next)
    for (const entry of entries ?? []) {
      if (entry.isDirectory()) folders.push(join(next, entry.name))
      else if (entry.isFile()) files.push(join(next, entry.name))
    }
  }
  return { files: files.sort(), unreadable: unreadable.sort() }
}

/** What is in a folder, nothing where there is none; undefined where it cannot be read. */
export async function entriesOf(folder: string): Promise<readonly Dirent[] | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : undefined
  }
}
