import { createRequire } from 'node:module'

/** The package, loaded when it is asked for: it is absent where Node has SQLite itself. The build bundles it instead. */
export function loadBetterSqlite3(): unknown {
  return createRequire(import.meta.url)('better-sqlite3')
}
