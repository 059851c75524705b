import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A small file system of its own, that can be filled and emptied. */
export interface Disk {
  readonly path: string
  /** Fills it up to this many free bytes. */
  fill(free: number): void
  /** Takes away what filled it. */
  empty(): void
  remove(): void
}

/** Mounts a file system in memory; undefined where that is not allowed. */
export function mountDisk(path: string, bytes: number): Disk | undefined {
  mkdirSync(path, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    return undefined // not root, not Linux, or a container that may not
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    fill(free) {
      writeFileSync(ballast, '')
      const { bavail, bsize } = statfsSync(path)
      const taken = bavail * bsize - free
      if (taken > 0) execFileSync('fallocate', ['-l', String(taken), ballast])
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: () => void execFileSync('umount', ['-l', path]),
  }
}
