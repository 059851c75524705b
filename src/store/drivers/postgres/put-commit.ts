import type { CommitDraft } from '../../../model/commit.ts'
import { Failure } from '../../../model/errors.ts'
import { artifactIdOf, type CommitId, shortId } from '../../../model/id.ts'
import type { Connection, Sql } from '../../../postgres/connect.ts'
import { missing } from '../../artifact-failures.ts'
import type { PutCommit, Retention } from '../../record.ts'
import { type CommitRow, summaryChecksum } from '../../rows/commit-row.ts'
import { type RetentionRow, retentionChecksum, retentionFault } from '../../rows/retention-row.ts'
import { hasArtifact, writeArtifact } from './artifacts.ts'
import { findRow, writeCommit } from './commits.ts'
import { writeTogether } from './locks.ts'
import { SCHEMA_VERSION } from './schema.ts'
import type { Units } from './units.ts'

export async function putCommit(connection: Connection, units: Units, { draft, bytes }: PutCommit): Promise<CommitId> {
  const id = bytes && artifactIdOf(bytes)
  if (id && id !== draft.artifact) throw new Error(`a commit of ${draft.artifact} came with ${id}`)
  if (bytes && draft.end - draft.start !== bytes.length)
    throw new Error(`a commit of ${draft.end - draft.start} bytes came with an artifact of ${bytes.length}`)
  return writeTogether(connection, async (sql) => {
    if (draft.parent !== null) await expectCommit(sql, draft.parent)
    if (bytes) await writeArtifact(sql, units, { id: draft.artifact, bytes })
    else if (!(await hasArtifact(sql, draft.artifact))) throw missing(draft.artifact)
    const commit = await writeCommit(sql, draft)
    await settle(sql, commit, draft)
    return commit
  })
}

/** A commit that was there already stays as it is, but for a summary it did not have; one of another type is no match. */
async function settle(sql: Sql, id: CommitId, { type, summary }: CommitDraft): Promise<void> {
  const row = await expectCommit(sql, id)
  if (row.commit_type !== type) {
    throw new Failure(
      'commit-differs',
      `Commit ${shortId(id)} already exists in the record, as a ${row.commit_type}.`,
      {
        facts: { commit: id, type: row.commit_type, given: type },
      },
    )
  }
  if (summary === null || row.summary !== null) return
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
  if (!row) return undefined
  const fault = retentionFault(row)
  if (!fault) return { policy: row.policy, until: row.until }
  throw new Failure('record-corrupt', `The policy of commit ${shortId(commit)} is damaged: ${fault}.`, {
    facts: { commit },
    hint: 'Run `stet ctx pin` to set it again.',
  })
}

async function expectCommit(sql: Sql, id: CommitId): Promise<CommitRow> {
  const row = await findRow(sql, id)
  if (row) return row
  throw new Failure('commit-not-found', `There is no commit ${shortId(id)} in the record.`, { facts: { commit: id } })
}

/** What a later Stet wrote may mean more than is known here: it is read, never changed. */
async function expectOwnSchema(sql: Sql, id: CommitId): Promise<void> {
  const row = await expectCommit(sql, id)
  const [store] = await sql<{ value: string }[]>`SELECT value FROM meta WHERE key = 'schema_version'`
  const newest = Math.max(row.schema_version, Number(store?.value))
  if (newest <= SCHEMA_VERSION) return
  throw new Failure('store-too-new', `Commit ${shortId(id)} was written by a newer Stet (schema_version ${newest}).`, {
    facts: { commit: id, schema_version: newest, known: SCHEMA_VERSION },
    hint: 'Update Stet; nothing was changed.',
  })
}
