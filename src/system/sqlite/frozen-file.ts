import { statSync } from 'node:fs'

/**
 * Says whether a file is as it was, which is read without locks: what was read of it before and after it changed does not
 * belong together. What others append to its log changes nothing of it.
 */
export function watchFrozen(path: string): () => boolean {
  const before = markOf(path)
  return () => markOf(path) === before
}

function markOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return `${found?.ino} ${found?.size} ${found?.mtimeNs}`
}
