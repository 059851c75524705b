import { readFileSync } from 'node:fs'
import type Package from 'better-sqlite3'
import type { OpenOptions, Sqlite } from './database.ts'
import { loadBetterSqlite3 } from './load-better-sqlite3.ts'

/** The package better-sqlite3, for a Node without SQLite of its own. */
export function betterSqlite(): Sqlite {
  const Base = loadBetterSqlite3() as typeof Package
  class Database extends Base {
    constructor(path: string, { readonly = false, timeout = 5000, immutable = false }: OpenOptions = {}) {
      super(immutable ? withoutLog(path) : path, { readonly, timeout })
    }
  }
  return { Database, SqliteError: Base.SqliteError } as unknown as Sqlite
}

/** The package cannot open a file as immutable, but reads one from memory; the two bytes say that it has no log. */
function withoutLog(path: string): Buffer {
  const bytes = readFileSync(path)
  bytes.fill(1, 18, 20)
  return bytes
}
