import { isFailure } from '../../model/errors.ts'
import type { Connection } from './connection.ts'

/** Given back in one transaction, 8 MB: between two of them others may write. */
const STEP_PAGES = 1024
const WAIT_MS = 200

/**
 * Gives the pages that are free now back to the file system, and empties the log. Where others use the store, or the
 * disk has no room to move pages, the rest stays free inside the file: the next writes use it, the next time tries
 * again. So does a store made before its pages could be given back.
 */
export function shrink(connection: Connection): void {
  const waited = connection.pragma('busy_timeout')
  connection.pragma(`busy_timeout = ${WAIT_MS}`)
  try {
    for (let free = connection.pragma('freelist_count'); free > 0; free -= STEP_PAGES) {
      connection.pragma(`incremental_vacuum(${STEP_PAGES})`)
    }
    connection.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isFailure(error, 'store-busy', 'store-full')) throw error
  } finally {
    connection.pragma(`busy_timeout = ${waited}`)
  }
}
