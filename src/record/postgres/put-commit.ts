import type { CommitDraft } from '../../model/commit.ts'
import { artifactIdOf, type CommitId } from '../../model/id.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import { missing } from '../artifact-failures.ts'
import type { PutCommit, Retention } from '../record.ts'
import { type CommitRow, summaryChecksum } from '../rules/commit-row.ts'
import { commitNotFound, expectBytes, newSummary, refuseNewer, toRetention } from '../rules/commits.ts'
import { type RetentionRow, retentionChecksum } from '../rules/retention-row.ts'
import { hasArtifact, writeArtifact } from './artifacts.ts'
import { findRow, writeCommit } from './commits.ts'
import { writeTogether } from './locks.ts'
import { SCHEMA_VERSION } from './schema.ts'
import type { Units } from './units.ts'

export async function putCommit(connection: Connection, units: Units, given: PutCommit): Promise<CommitId> {
  const { draft, bytes } = given
  expectBytes(given, bytes && artifactIdOf(bytes))
  return writeTogether(connection, async (sql) => {
    if (draft.parent !== null) await expectCommit(sql, draft.parent)
    if (bytes) await writeArtifact(sql, units, { id: draft.artifact, bytes })
    else if (!(await hasArtifact(sql, draft.artifact))) throw missing(draft.artifact)
    const commit = await writeCommit(sql, draft)
    await settle(sql, commit, draft)
    return commit
  })
}

/** A commit that was there already stays as it is, but for a summary it did not have. */
async function settle(sql: Sql, id: CommitId, draft: CommitDraft): Promise<void> {
  const summary = newSummary(await expectCommit(sql, id), draft)
  if (summary === null) return
  await expectOwnSchema(sql, id)
  await writeSummary(sql, id, summary)
}

export function setSummary(connection: Connection, commit: CommitId, summary: string): Promise<void> {
  return writeTogether(connection, async (sql) => {
    await expectOwnSchema(sql, commit)
    await writeSummary(sql, commit, summary)
  })
}

async function writeSummary(sql: Sql, commit: CommitId, summary: string): Promise<void> {
  await sql`
    UPDATE commits SET summary = ${summary}, summary_checksum = ${summaryChecksum(commit, summary)}
     WHERE commit_id = ${commit}`
}

export function setRetention(connection: Connection, commit: CommitId, retention: Retention): Promise<void> {
  const { policy, until } = retention
  return writeTogether(connection, async (sql) => {
    await expectOwnSchema(sql, commit)
    await sql`
      INSERT INTO retention (commit_id, policy, until, checksum)
      VALUES (${commit}, ${policy}, ${until}, ${retentionChecksum(commit, retention)})
      ON CONFLICT (commit_id) DO UPDATE
        SET policy = excluded.policy, until = excluded.until, checksum = excluded.checksum`
  })
}

export async function findRetention(sql: Sql, commit: CommitId): Promise<Retention | undefined> {
  const [row] = await sql<RetentionRow[]>`SELECT * FROM retention WHERE commit_id = ${commit}`
  return row && toRetention(commit, row)
}

async function expectCommit(sql: Sql, id: CommitId): Promise<CommitRow> {
  const row = await findRow(sql, id)
  if (row) return row
  throw commitNotFound(id)
}

async function expectOwnSchema(sql: Sql, id: CommitId): Promise<void> {
  const row = await expectCommit(sql, id)
  const [store] = await sql<{ value: string }[]>`SELECT value FROM meta WHERE key = 'schema_version'`
  refuseNewer(row, store?.value, SCHEMA_VERSION)
}
