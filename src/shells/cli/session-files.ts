import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The files a person means by these paths: each file itself, and of a folder every transcript below it. */
export function sessionFilesAt(paths: readonly string[], cwd: string): readonly string[] {
  const found = new Set<string>()
  for (const path of paths.map((one) => resolve(cwd, one))) {
    if (!isFolder(path)) found.add(path)
    else for (const file of transcriptsBelow(path)) found.add(file)
  }
  return [...found]
}

/** The transcripts below a folder, by path; none where there is no such folder. */
export function transcriptsBelow(folder: string): readonly string[] {
  if (!isFolder(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

export function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}
