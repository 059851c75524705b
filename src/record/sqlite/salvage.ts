import { Database, SqliteError } from '../../system/sqlite/database.ts'
import { KEEP_NUMBERS } from './keep-numbers.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import { DATABASE_FILE } from './schema.ts'
import { toFailure } from './to-failure.ts'

export interface Salvaged {
  readonly rows: number
  /** Places where rows were or may have been that cannot be read. */
  readonly lost: number
}

const STEP = 256
/** Rows that lead to nothing any more: what is to be read again from files must not be in the way. */
const DANGLING = [
  'DELETE FROM pieces WHERE frame NOT IN (SELECT frame FROM frames) OR artifact NOT IN (SELECT artifact FROM artifacts)',
  'DELETE FROM chunks WHERE frame NOT IN (SELECT frame FROM frames)',
  'DELETE FROM chain WHERE commit_id NOT IN (SELECT commit_id FROM commits)',
  'DELETE FROM retention WHERE commit_id NOT IN (SELECT commit_id FROM commits)',
  'DELETE FROM sources',
  ...['chain', 'rounds', 'spans', 'problems', 'graphs', 'side_files'].map(
    (table) => `DELETE FROM ${table} WHERE session_id NOT IN (SELECT session_id FROM sessions)`,
  ),
]

/**
 * Makes a new store in a folder of every row of a damaged one that SQLite still reads; fails where that store cannot be
 * written.
 */
export async function salvage(damaged: string, directory: string): Promise<Salvaged> {
  await openSqliteStore({ directory }).close()
  const from = new Database(damaged, { readonly: true })
  const to = new Database(`${directory}/${DATABASE_FILE}`)
  try {
    const salvaged = copyTables(from, to)
    writing(() => to.pragma('wal_checkpoint(TRUNCATE)')) // only the file itself is moved into its place
    return salvaged
  } catch (error) {
    throw error instanceof Unwritten ? toFailure(error.cause, { directory }) : error
  } finally {
    from.close()
    to.close()
  }
}

function copyTables(from: Database, to: Database): Salvaged {
  from.pragma('writable_schema = ON') // else a file that was cut short is not opened at all
  to.pragma('foreign_keys = OFF')
  let [rows, lost] = [0, 0]
  for (const table of tablesOf(to)) {
    const copied = copyTable(from, to, table)
    rows += copied.rows
    lost += copied.lost
  }
  for (const sql of [...DANGLING, KEEP_NUMBERS, "DELETE FROM meta WHERE key = 'parser_version'"])
    writing(() => to.exec(sql))
  return { rows, lost }
}

/** What was read could not be written: a matter of the disk, not of the row. */
class Unwritten extends Error {}

/** A row that does not fit its table is one that does not read; whatever else keeps it from being written ends it all. */
function writing<T>(write: () => T): T {
  try {
    return write()
  } catch (error) {
    const isOfRow = error instanceof SqliteError && /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/.test(error.code)
    throw isOfRow ? error : new Unwritten('not written', { cause: error })
  }
}

function tablesOf(database: Database): readonly string[] {
  return database
    .prepare<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== 'meta')
}

function copyTable(from: Database, to: Database, table: string): Salvaged {
  const known = columnsOf(to, table)
  const columns = columnsOf(from, table).filter((column) => known.includes(column))
  if (columns.length === 0) return { rows: 0, lost: 1 }
  const list = columns.map((column) => `"${column}"`).join(', ')
  const insert = to.prepare(`INSERT OR IGNORE INTO ${table} (${list}) VALUES (${columns.map(() => '?').join(', ')})`)
  const put = to.transaction((rows: readonly (readonly unknown[])[]) => {
    for (const row of rows) insert.run(...row)
  })
  const putAll: Copying['put'] = (rows) => writing(() => put(rows))
  return hasRowid(to, table)
    ? copyByRowid(from, { table, list, put: putAll })
    : copyInOrder(from, `SELECT ${list} FROM ${table}`, putAll)
}

interface Copying {
  readonly table: string
  readonly list: string
  readonly put: (rows: readonly (readonly unknown[])[]) => void
}

/** Range by range; one that does not read is halved until the rows that do not are alone. */
function copyByRowid(from: Database, { table, list, put }: Copying): Salvaged {
  const read = from.prepare<readonly unknown[]>(`SELECT ${list} FROM ${table} WHERE rowid BETWEEN ? AND ?`).raw()
  let [rows, lost] = [0, 0]
  const copy = (first: number, last: number): void => {
    try {
      const found = read.all(first, last)
      put(found)
      rows += found.length
    } catch (error) {
      if (error instanceof Unwritten) throw error
      if (first === last) lost++
      else {
        const middle = Math.floor((first + last) / 2)
        copy(first, middle)
        copy(middle + 1, last)
      }
    }
  }
  const end = lastRowid(from, table)
  for (let at = 1; at <= end; at += STEP) copy(at, at + STEP - 1)
  return { rows, lost }
}

/** Where the last row cannot be told, as far as rows are found. */
function lastRowid(from: Database, table: string): number {
  for (const sql of [
    `SELECT max(rowid) AS last FROM ${table}`,
    `SELECT seq AS last FROM sqlite_sequence WHERE name = '${table}'`,
  ]) {
    try {
      const last = from.prepare<{ last: number | null }>(sql).get()?.last
      if (last) return last
    } catch {
      // the next question may be answered
    }
  }
  return 1 << 16
}

function copyInOrder(from: Database, sql: string, put: Copying['put']): Salvaged {
  let rows = 0
  try {
    for (const row of from.prepare<readonly unknown[]>(sql).raw().iterate()) {
      put([row])
      rows++
    }
    return { rows, lost: 0 }
  } catch (error) {
    if (error instanceof Unwritten) throw error
    return { rows, lost: 1 }
  }
}

function columnsOf(database: Database, table: string): readonly string[] {
  try {
    return database
      .prepare<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name)
  } catch {
    return []
  }
}

function hasRowid(database: Database, table: string): boolean {
  const sql = database.prepare<{ sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?').get(table)?.sql
  return !/WITHOUT ROWID/i.test(sql ?? '')
}
