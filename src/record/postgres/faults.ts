import { type ChainLink, type ChainWalk, createChainWalk } from '../../model/chain-walk.ts'
import type { CommitId, SessionId } from '../../model/id.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import { type CommitRow, commitFault, type LinkRow, linkFault, summaryFault, WRITTEN } from '../rules/commit-row.ts'
import { type LineageRow, linkFault as lineageFault } from '../rules/lineage-row.ts'
import { type OperationRow, operationFault } from '../rules/operation-row.ts'
import { type RetentionRow, retentionFault } from '../rules/retention-row.ts'
import { type GuardedSession, sessionFault } from '../rules/session-row.ts'
import { type SideFileRow, sideFileFault } from '../rules/side-file-row.ts'
import { type TagRow, tagFault } from '../rules/tag-row.ts'
import type { StoreFault } from '../store.ts'
import type { Units } from './units.ts'

type Fault = string | undefined

/** Read at once; a table may be larger than memory. */
const ROWS_AT_ONCE = 1000

/** Every guarded table: what its rows are called, and what is wrong with one. The pages below them are the server's own. */
const GUARDED = [
  guard<CommitRow>(
    'commits',
    (row) => `commit ${row.commit_id}`,
    (row) => commitFault(row) ?? summaryFault(row),
  ),
  guard<TagRow>('tag_journal', (row) => `tag journal, entry ${row.entry}`, tagFault),
  guard<GuardedSession>('sessions', (row) => `session ${row.session_id}`, sessionFault),
  guard<LineageRow>('lineage', (row) => `lineage, entry ${row.id}`, lineageFault),
  guard<SideFileRow & { readonly artifact_ref: SideFileRow['artifact'] }>(
    'side_files',
    (row) => `side file ${row.id} of session ${row.session_id}`,
    (row) => sideFileFault({ ...row, artifact: row.artifact_ref }),
  ),
  guard<OperationRow>('operations', (row) => `operation ${row.operation_id}`, operationFault),
  guard<RetentionRow>('retention', (row) => `retention of ${row.commit_id}`, retentionFault),
]

function guard<Row extends object>(table: string, where: (row: Row) => string, fault: (row: Row) => Fault) {
  return async (sql: Sql): Promise<readonly StoreFault[]> => {
    const faults: StoreFault[] = []
    for await (const rows of sql<Row[]>`SELECT * FROM ${sql(table)}`.cursor(ROWS_AT_ONCE)) {
      for (const row of rows as readonly Row[]) {
        const what = fault(row)
        if (what !== undefined) faults.push({ where: where(row), what })
      }
    }
    return faults
  }
}

/** Looks at every guarded row and every reference. */
export async function listFaults(connection: Connection, units: Units): Promise<readonly StoreFault[]> {
  return connection.read(async (sql) => {
    const faults: StoreFault[] = []
    for (const look of [...GUARDED, brokenChains, ...DANGLING]) faults.push(...(await look(sql)))
    for (const id of await units.listLost(sql)) faults.push({ where: `unit ${id}`, what: 'its bytes are missing' })
    return faults
  })
}

/** A link of a session's chain; all of it is null for a session without any. */
interface ChainRow extends LinkRow, Pick<CommitRow, 'parent' | 'commit_type' | 'checkpoint' | 'session_id'> {
  readonly of: SessionId
  readonly head: CommitId | null
  readonly bytes: number
}

/** Follows every chain to its head; of each the first fault. */
async function brokenChains(sql: Sql): Promise<readonly StoreFault[]> {
  const faults: StoreFault[] = []
  const say = (what: Fault) => what !== undefined && faults.push({ where: `session ${session}`, what })
  let session: SessionId | undefined
  let walk: ChainWalk | undefined // of this session, while nothing is wrong with it
  const cursor = sql<ChainRow[]>`
    SELECT sessions.session_id AS of, sessions.head, sessions.bytes, chain.link, chain.start AS chain_start,
           chain."end" AS chain_end, chain.commit_id, chain.checksum AS chain_checksum,
           commits.parent, commits.commit_type, commits.checkpoint, commits.session_id
      FROM sessions LEFT JOIN chain USING (session_id) LEFT JOIN commits USING (commit_id)
     ORDER BY sessions.session_id, chain."end", chain.link`.cursor(ROWS_AT_ONCE)
  for await (const rows of cursor) {
    for (const row of rows) {
      if (row.of !== session) {
        say(walk?.end())
        session = row.of
        walk = createChainWalk(row)
      }
      if (!walk || row.link === null) continue
      const what = linkFault(row.of, row) ?? walk.add(linkOf(row))
      if (what === undefined) continue
      say(what)
      walk = undefined
    }
  }
  say(walk?.end())
  return faults
}

function linkOf(row: ChainRow): ChainLink {
  const { commit_id: id, parent, commit_type: type, checkpoint, session_id: session } = row
  return { id, parent, type, checkpoint, session, start: row.chain_start, end: row.chain_end }
}

/** Rows that lead to nothing. A manifest without its artifact is none of them: it is made again when it is asked for. */
const DANGLING: readonly ((sql: Sql) => Promise<readonly StoreFault[]>)[] = [
  async (sql) => sql<StoreFault[]>`
    SELECT 'commit ' || commit_id AS where, 'its artifact ' || artifact_ref || ' is missing' AS what FROM commits
     WHERE NOT EXISTS (SELECT 1 FROM artifacts WHERE artifact_id = commits.artifact_ref)`,
  // A session that an operation wrote needs nothing of its source, which may have been forgotten.
  async (sql) => sql<StoreFault[]>`
    SELECT 'commit ' || commit_id AS where, 'its parent ' || parent || ' is missing' AS what FROM commits
     WHERE parent IS NOT NULL AND NOT (${sql.unsafe(WRITTEN)})
       AND NOT EXISTS (SELECT 1 FROM commits before WHERE before.commit_id = commits.parent)`,
  async (sql) => sql<StoreFault[]>`
    SELECT 'side file ' || id || ' of session ' || session_id AS where,
           'its artifact ' || artifact_ref || ' is missing' AS what FROM side_files
     WHERE NOT EXISTS (SELECT 1 FROM artifacts WHERE artifact_id = side_files.artifact_ref)`,
  async (sql) => sql<StoreFault[]>`
    SELECT 'retention of ' || commit_id AS where, 'its commit is missing' AS what FROM retention
     WHERE NOT EXISTS (SELECT 1 FROM commits WHERE commits.commit_id = retention.commit_id)`,
  async (sql) => sql<StoreFault[]>`
    SELECT 'piece ' || piece || ' of ' || coalesce(artifact_id, 'artifact number ' || pieces.artifact) AS where,
           CASE WHEN artifact_id IS NULL THEN 'it belongs to no artifact' WHEN units.unit_id IS NULL
                THEN 'its unit is missing' ELSE 'it ends behind its unit' END AS what
      FROM pieces LEFT JOIN artifacts USING (artifact) LEFT JOIN units USING (unit_id)
     WHERE artifact_id IS NULL OR units.unit_id IS NULL OR pieces.start + pieces.size > units.size`,
]
