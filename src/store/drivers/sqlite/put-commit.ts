import type { CommitDraft } from '../../../model/commit.ts'
import { Failure } from '../../../model/errors.ts'
import { type CommitId, shortId } from '../../../model/id.ts'
import { missing } from '../../artifact-failures.ts'
import type { PutCommit, Retention } from '../../record.ts'
import { summaryChecksum } from '../../rows/commit-row.ts'
import { type RetentionRow, retentionChecksum, retentionFault } from '../../rows/retention-row.ts'
import { hasArtifact, writeArtifact } from './artifacts.ts'
import { findRow, writeCommit } from './commits.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames } from './decoded-frames.ts'
import { encodeArtifact } from './encode-artifact.ts'
import { SCHEMA_VERSION } from './schema.ts'

export async function putCommit(
  connection: Connection,
  decoded: DecodedFrames,
  { draft, bytes }: PutCommit,
): Promise<CommitId> {
  const artifact = bytes && encodeArtifact(connection, decoded, bytes)
  if (artifact && artifact.id !== draft.artifact)
    throw new Error(`a commit of ${draft.artifact} came with ${artifact.id}`)
  if (bytes && draft.end - draft.start !== bytes.length)
    throw new Error(`a commit of ${draft.end - draft.start} bytes came with an artifact of ${bytes.length}`)
  return connection.write('commit', 'durable', (passed) => {
    if (draft.parent !== null) expectCommit(connection, draft.parent)
    if (artifact) writeArtifact(connection, artifact)
    else if (!hasArtifact(connection, draft.artifact)) throw missing(draft.artifact)
    passed('artifact')
    const id = writeCommit(connection, draft)
    settle(connection, id, draft)
    passed('row')
    return id
  })
}

/** A commit that was there already stays as it is, but for a summary it did not have; one of another type is no match. */
function settle(connection: Connection, id: CommitId, { type, summary }: CommitDraft): void {
  const row = findRow(connection, id)!
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
  expectOwnSchema(connection, id)
  writeSummary(connection, id, summary)
}

export function setSummary(connection: Connection, commit: CommitId, summary: string): void {
  connection.write('summary', 'durable', (passed) => {
    expectOwnSchema(connection, commit)
    writeSummary(connection, commit, summary)
    passed('row')
  })
}

function writeSummary(connection: Connection, commit: CommitId, summary: string): void {
  connection.run('UPDATE commits SET summary = ?, summary_checksum = ? WHERE commit_id = ?', [
    summary,
    summaryChecksum(commit, summary),
    commit,
  ])
}

export function setRetention(connection: Connection, commit: CommitId, { policy, until }: Retention): void {
  connection.write('retention', 'durable', (passed) => {
    expectOwnSchema(connection, commit)
    connection.run(
      `INSERT INTO retention (commit_id, policy, until, checksum) VALUES (@commit, @policy, @until, @checksum)
       ON CONFLICT (commit_id) DO UPDATE
         SET policy = excluded.policy, until = excluded.until, checksum = excluded.checksum`,
      { commit, policy, until, checksum: retentionChecksum(commit, { policy, until }) },
    )
    passed('row')
  })
}

export function findRetention(connection: Connection, commit: CommitId): Retention | undefined {
  const row = connection.get<RetentionRow>('SELECT * FROM retention WHERE commit_id = ?', [commit])
  if (!row) return undefined
  const fault = retentionFault(row)
  if (!fault) return { policy: row.policy, until: row.until }
  throw new Failure('record-corrupt', `The policy of commit ${shortId(commit)} is damaged: ${fault}.`, {
    facts: { commit },
    hint: 'Run `stet ctx pin` to set it again.',
  })
}

function expectCommit(connection: Connection, id: CommitId): void {
  if (!findRow(connection, id)) throw notFound(id)
}

/** What a later Stet wrote may mean more than is known here: it is read, never changed. */
function expectOwnSchema(connection: Connection, id: CommitId): void {
  const row = findRow(connection, id)
  if (!row) throw notFound(id)
  const store = connection.get<{ value: string }>("SELECT value FROM meta WHERE key = 'schema_version'")
  const newest = Math.max(row.schema_version, Number(store?.value))
  if (newest <= SCHEMA_VERSION) return
  throw new Failure('store-too-new', `Commit ${shortId(id)} was written by a newer Stet (schema_version ${newest}).`, {
    facts: { commit: id, schema_version: newest, known: SCHEMA_VERSION },
    hint: 'Update Stet; nothing was changed.',
  })
}

function notFound(id: CommitId): Failure {
  return new Failure('commit-not-found', `There is no commit ${shortId(id)} in the record.`, { facts: { commit: id } })
}
