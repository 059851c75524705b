import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../model/errors.ts'
import { makeDirectory } from './make-directory.ts'

const EVERY_MS = 20
/** Nobody has it for so long: who left it was killed. */
const STALE_MS = 10_000
const LONGEST_MS = 30_000

/** Does something that no other process does at the same time under the same path, which is a file while it is done. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  makeDirectory(dirname(path))
  const until = Date.now() + LONGEST_MS
  while (!take(path)) {
    if (Date.now() > until) {
      throw new Failure('store-busy', `Another process has held the lock ${path} for too long.`, {
        facts: { path },
        hint: 'Run the same command again; if no other Stet runs, remove that file.',
      })
    }
    removeLeft(path)
    await wait(EVERY_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

function take(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    throw new Failure('target-unwritable', `${path} cannot be written: ${code}.`, {
      facts: { path },
      hint: 'Make its folder writable for you.',
      cause: error,
    })
  }
}

function removeLeft(path: string): void {
  const left = statSync(path, { throwIfNoEntry: false })
  if (left && Date.now() - left.mtimeMs > STALE_MS) rmSync(path, { force: true })
}
