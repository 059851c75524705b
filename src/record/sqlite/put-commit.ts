import type { CommitDraft } from '../../model/commit.ts'
import type { CommitId } from '../../model/id.ts'
import { missing } from '../artifact-failures.ts'
import type { PutCommit, Retention } from '../record.ts'
import { type CommitRow, summaryChecksum } from '../rules/commit-row.ts'
import { commitNotFound, expectBytes, newSummary, refuseNewer, toRetention } from '../rules/commits.ts'
import { type RetentionRow, retentionChecksum } from '../rules/retention-row.ts'
import { hasArtifact, writeArtifact } from './artifacts.ts'
import { findRow, writeCommit } from './commits.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames } from './decoded-frames.ts'
import { encodeArtifact } from './encode-artifact.ts'
import { SCHEMA_VERSION } from './schema.ts'

export async function putCommit(connection: Connection, decoded: DecodedFrames, given: PutCommit): Promise<CommitId> {
  const { draft, bytes } = given
  const artifact = bytes && encodeArtifact(connection, decoded, bytes)
  expectBytes(given, artifact?.id)
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

/** A commit that was there already stays as it is, but for a summary it did not have. */
function settle(connection: Connection, id: CommitId, draft: CommitDraft): void {
  const summary = newSummary(expectCommit(connection, id), draft)
  if (summary === null) return
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
  return row && toRetention(commit, row)
}

function expectCommit(connection: Connection, id: CommitId): CommitRow {
  const row = findRow(connection, id)
  if (row) return row
  throw commitNotFound(id)
}

function expectOwnSchema(connection: Connection, id: CommitId): void {
  const row = expectCommit(connection, id)
  const store = connection.get<{ value: string }>("SELECT value FROM meta WHERE key = 'schema_version'")
  refuseNewer(row, store?.value, SCHEMA_VERSION)
}
