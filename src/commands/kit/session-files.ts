import { readdirSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The files a person means by these paths: each file itself, and of a folder every transcript below it. */
export function sessionFilesAt(
  paths: readonly string[],
  cwd: string,
  mayHold: (path: string) => boolean,
): readonly string[] {
  const found = new Set<string>()
  for (const path of paths.map((one) => resolve(cwd, one))) {
    if (!isFolder(path)) found.add(path)
    else for (const file of transcriptsBelow(path, mayHold)) found.add(file)
  }
  return [...found]
}

function transcriptsBelow(folder: string, mayHold: (path: string) => boolean): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : []))
    .filter(mayHold)
    .sort()
}

/** What the file system refuses to look at is said when it is read. */
function isFolder(path: string): boolean {
  return foundAt(path)?.isDirectory() === true
}

export function sizeOf(path: string): number | undefined {
  return foundAt(path)?.size
}

/** Undefined also for what cannot be looked at, such as a link to itself: whoever opens it says why. */
function foundAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
