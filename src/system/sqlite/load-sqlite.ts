import { createRequire } from 'node:module'

/** The package, loaded when the first database is opened: most starts open none. The build loads its compiled file itself. */
export function loadSqlite(): typeof import('@photostructure/sqlite') {
  return createRequire(import.meta.url)('@photostructure/sqlite')
}
