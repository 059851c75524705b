import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from './connection.ts'
import { DATABASE_FILE } from './schema.ts'
import { toFailure } from './to-failure.ts'

/**
 * After this much a log that is synced starts over: to sync what is written over takes two thirds as long as what
 * makes it longer. A first capture, which is synced once, keeps a longer one.
 */
const SYNCED_LOG_BYTES = 1 << 20

interface LogSync {
  /** Brings what was written so far to the disk. At once: to wake another thread, and to be woken, takes as long. */
  sync(): void
  close(): void
}

/**
 * Commits are in SQLite's log until a checkpoint, which syncs the log before it moves them: so whatever the log does
 * not hold any more is on the disk already. SQLite itself syncs the log's first page and its folder when it makes one.
 */
export function createLogSync(connection: Connection): LogSync {
  const { directory } = connection
  let log: number | undefined // the file stays the same as long as the database is open

  function open(folder: string): number {
    connection.pragma(`wal_autocheckpoint = ${Math.ceil(SYNCED_LOG_BYTES / connection.pragma('page_size'))}`)
    return openSync(join(folder, `${DATABASE_FILE}-wal`), 'r+') // no lock of SQLite's is on this file
  }

  return {
    sync() {
      if (directory === undefined) return
      try {
        log ??= open(directory)
        fdatasyncSync(log)
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
