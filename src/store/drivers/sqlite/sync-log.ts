import { closeSync, fdatasync, openSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DATABASE_FILE } from './schema.ts'
import { toFailure } from './to-failure.ts'

const flush = promisify(fdatasync)

interface LogSync {
  /** Brings what was written so far to the disk, on another thread: SQLite's own sync keeps this one waiting. */
  sync(): Promise<void>
  close(): void
}

/**
 * Commits stand in SQLite's log until a checkpoint, which syncs the log before it moves them: so whatever the log does
 * not hold any more is on the disk already. SQLite itself syncs the log's first page and its folder when it makes one.
 */
export function createLogSync(directory: string | undefined): LogSync {
  let log: number | undefined // the file stays the same as long as the database is open
  return {
    async sync() {
      if (directory === undefined) return
      try {
        log ??= openSync(join(directory, `${DATABASE_FILE}-wal`), 'r+') // no lock of SQLite's is on this file
        await flush(log)
      } catch (error) {
        throw toFailure(error, { directory, opening: true })
      }
    },
    close() {
      if (log !== undefined) closeSync(log)
      log = undefined
    },
  }
}
