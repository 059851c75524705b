import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreSizes } from '../store.ts'
import type { Connection } from './connection.ts'
import { DATABASE_FILE } from './schema.ts'

export function sizes(connection: Connection): StoreSizes {
  const counted = connection.get<Omit<StoreSizes, 'databaseBytes'>>(
    `SELECT (SELECT count(*) FROM artifacts) AS artifacts,
            (SELECT coalesce(sum(size), 0) FROM artifacts) AS artifactBytes,
            (SELECT coalesce(sum(length(data)), 0) FROM frames) AS storedBytes,
            (SELECT count(*) FROM commits) AS commits,
            (SELECT count(*) FROM sessions) AS sessions`,
  )
  if (!counted) throw new Error('a query without a table gave no row')
  return { ...counted, databaseBytes: databaseBytes(connection) }
}

/** The log counts: until it is folded back it may hold most of the store. */
function databaseBytes(connection: Connection): number {
  if (connection.directory === undefined) {
    const row = connection.get<{ bytes: number }>(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
    )
    return row?.bytes ?? 0
  }
  const path = join(connection.directory, DATABASE_FILE)
  return [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
}
