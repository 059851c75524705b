import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A small file system of its own, that can be filled and emptied. */
export interface Disk {
  readonly path: string
  /** Fills it up to this many free bytes. */
  fill(free: number): void
  /** Makes as many files as there can be, and leaves its bytes free. */
  fillWithFiles(): void
  /** Takes away what filled it. */
  empty(): void
  remove(): void
}

/** So many files it has room for. */
const FILES = 5000

/** Mounts a file system in memory; undefined where that is not allowed. */
export function mountDisk(path: string, bytes: number): Disk | undefined {
  mkdirSync(path, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},nr_inodes=${FILES}`, 'tmpfs', path], { stdio: 'ignore' })
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
    fillWithFiles() {
      mkdirSync(ballast)
      for (let { ffree } = statfsSync(path); ffree > 0; ffree--) writeFileSync(join(ballast, String(ffree)), '')
    },
    empty: () => rmSync(ballast, { force: true, recursive: true }),
    remove: () => void execFileSync('umount', ['-l', path]),
  }
}
