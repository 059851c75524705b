import { isFailure } from '../../model/errors.ts'
import { Database } from '../../system/sqlite/database.ts'
import { type CommitRow, commitFault, summaryFault } from '../rules/commit-row.ts'
import { type LineageRow, linkFault } from '../rules/lineage-row.ts'
import { type OperationRow, operationFault } from '../rules/operation-row.ts'
import { type RetentionRow, retentionFault } from '../rules/retention-row.ts'
import { GUARDED, type GuardedSession, sessionFault } from '../rules/session-row.ts'
import { sideFileFault } from '../rules/side-file-row.ts'
import { type TagRow, tagFault } from '../rules/tag-row.ts'
import type { StoreFault } from '../store.ts'
import { brokenChains } from './broken-chains.ts'
import type { Connection } from './connection.ts'
import { DANGLING } from './dangling.ts'
import { LATER_COLUMNS, LATER_TABLES, SCHEMA } from './schema.ts'
import { eachSideFile } from './side-files.ts'

/** Looks at every page, every guarded row and every reference, one at a time; what cannot be read is a fault too. */
export function listFaults(connection: Connection): readonly StoreFault[] {
  const faults: StoreFault[] = []
  for (const [where, look] of LOOKS) {
    try {
      for (const fault of look(connection)) faults.push(fault)
    } catch (error) {
      if (!isFailure(error, 'record-corrupt', 'store-unreadable')) throw error
      faults.push({ where, what: error.cause instanceof Error ? error.cause.message : error.message })
    }
  }
  return faults
}

const LOOKS: readonly (readonly [string, (connection: Connection) => Iterable<StoreFault>])[] = [
  ['pages', brokenPages],
  ['schema', changedSchema],
  ['commits', rottenCommits],
  ['tag journal', rottenTags],
  ['sessions', rottenSessions],
  ['lineage', rottenLinks],
  ['side files', rottenSideFiles],
  ['operations', rottenOperations],
  ['retention', rottenRetention],
  ['chains', brokenChains],
  ...DANGLING,
]

function* brokenPages(connection: Connection): Iterable<StoreFault> {
  for (const row of connection.each<{ integrity_check: string }>('PRAGMA integrity_check')) {
    if (row.integrity_check !== 'ok') yield { where: 'pages', what: row.integrity_check }
  }
}

/** The tables say themselves what they hold; text that rotted there would change how every row is read. */
function* changedSchema(connection: Connection): Iterable<StoreFault> {
  const wanted = new Map(definitionsOf([SCHEMA]).map((definition) => [definition.name, definition]))
  for (const { name, sql } of connection.each<Definition>(DEFINITIONS)) {
    if (wanted.get(name)?.sql !== sql && !isUpgraded(name, sql))
      yield { where: `schema, ${name}`, what: 'it is not as it was made' }
    wanted.delete(name)
  }
  for (const { name, tbl_name } of wanted.values()) {
    const cameLater = tbl_name in LATER_TABLES && wanted.has(tbl_name) // all of it is missing
    if (!cameLater) yield { where: `schema, ${name}`, what: 'it is missing' }
  }
}

const DEFINITIONS = 'SELECT name, tbl_name, sql FROM sqlite_schema ORDER BY name'

/** What SQLite keeps of tables and indexes that are made so. */
function definitionsOf(statements: readonly string[]): readonly Definition[] {
  const database = new Database(':memory:')
  try {
    for (const statement of statements) database.exec(statement)
    return database.prepare<Definition>(DEFINITIONS).all()
  } finally {
    database.close()
  }
}

/** Whether a table is as it is when an older Stet made it, without the last of the columns, and they came to it later. */
function isUpgraded(name: string, sql: string | null): boolean {
  const columns = LATER_COLUMNS.filter(({ table }) => table === name)
  return columns.some((_, from) =>
    definitionsOf(upgradeOf(columns.slice(from))).some((one) => one.name === name && one.sql === sql),
  )
}

function upgradeOf(columns: readonly (typeof LATER_COLUMNS)[number][]): readonly string[] {
  const before = columns.reduce((schema, { table, column, type }) => {
    const from = schema.indexOf(`CREATE TABLE ${table} (`)
    return schema.slice(0, from) + schema.slice(from).replace(`\n  ${column} ${type},`, '')
  }, SCHEMA)
  return [before, ...columns.map(({ table, column, type }) => `ALTER TABLE ${table} ADD COLUMN ${column} ${type}`)]
}

interface Definition {
  readonly name: string
  readonly tbl_name: string
  readonly sql: string | null
}

function* rottenOperations(connection: Connection): Iterable<StoreFault> {
  for (const row of connection.each<OperationRow>('SELECT * FROM operations')) {
    const what = operationFault(row)
    if (what) yield { where: `operation ${row.operation_id}`, what }
  }
}

function* rottenRetention(connection: Connection): Iterable<StoreFault> {
  for (const row of connection.each<RetentionRow>('SELECT * FROM retention')) {
    const what = retentionFault(row)
    if (what) yield { where: `retention of ${row.commit_id}`, what }
  }
}

function* rottenCommits(connection: Connection): Iterable<StoreFault> {
  for (const row of connection.each<CommitRow>('SELECT * FROM commits')) {
    const what = commitFault(row) ?? summaryFault(row)
    if (what) yield { where: `commit ${row.commit_id}`, what }
  }
}

function* rottenTags(connection: Connection): Iterable<StoreFault> {
  for (const row of connection.each<TagRow>('SELECT * FROM tag_journal ORDER BY entry')) {
    const what = tagFault(row)
    if (what) yield { where: `tag journal, entry ${row.entry}`, what }
  }
}

function* rottenSessions(connection: Connection): Iterable<StoreFault> {
  for (const row of connection.each<GuardedSession>(`SELECT ${GUARDED}, checksum FROM sessions`)) {
    const what = sessionFault(row)
    if (what) yield { where: `session ${row.session_id}`, what }
  }
}

function* rottenLinks(connection: Connection): Iterable<StoreFault> {
  for (const row of connection.each<LineageRow>('SELECT * FROM lineage')) {
    const what = linkFault(row)
    if (what) yield { where: `lineage, entry ${row.id}`, what }
  }
}

function* rottenSideFiles(connection: Connection): Iterable<StoreFault> {
  for (const row of eachSideFile(connection)) {
    const what = sideFileFault(row)
    if (what) yield { where: `side file ${row.id} of session ${row.session_id}`, what }
  }
}
