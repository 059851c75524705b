import type { CommitDraft } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import { type CommitId, commitIdOf, shortId } from '../../model/id.ts'
import type { PutCommit, Retention } from '../record.ts'
import type { CommitRow } from './commit-row.ts'
import { type RetentionRow, retentionFault } from './retention-row.ts'

const SHORTEST_ID = 8
const LONGEST_ID = 64

/** The ids that a commit may get, the shortest first: the first that is free, or that a commit with the same inputs has. */
export function* idsFor(draft: CommitDraft): Generator<CommitId> {
  for (let length = SHORTEST_ID; length <= LONGEST_ID; length++) yield commitIdOf(draft, length)
}

export function noIdLeft(draft: CommitDraft): Error {
  return new Error(`two commits share every digit of ${commitIdOf(draft, LONGEST_ID)}`)
}

/** Throws where the bytes of a commit are not those that it names. */
export function expectBytes({ draft, bytes }: PutCommit, artifact: string | undefined): void {
  if (!bytes) return
  if (artifact !== draft.artifact) throw new Error(`a commit of ${draft.artifact} came with ${artifact}`)
  if (draft.end - draft.start !== bytes.length)
    throw new Error(`a commit of ${draft.end - draft.start} bytes came with an artifact of ${bytes.length}`)
}

/** Throws where the bytes of a commit do not go on where the chain ends. */
export function expectNext({ start, end }: Pick<CommitDraft, 'start' | 'end'>, size: number, before: number): void {
  if (start !== before || end - start !== size)
    throw new Error(`a commit of [${start}, ${end}) does not put ${size} bytes after ${before}`)
}

/**
 * The summary to write into a commit that was there already: one that it does not have. All else stays as it is, and a commit
 * of another type is no match.
 */
export function newSummary(row: CommitRow, { type, summary }: CommitDraft): string | null {
  if (row.commit_type === type) return row.summary === null ? summary : null
  throw new Failure(
    'commit-differs',
    `Commit ${shortId(row.commit_id)} already exists in the record, as a ${row.commit_type}.`,
    { facts: { commit: row.commit_id, type: row.commit_type, given: type } },
  )
}

/** What a later Stet wrote may mean more than is known here: it is read, never changed. */
export function refuseNewer(row: CommitRow, store: string | undefined, known: number): void {
  const newest = Math.max(row.schema_version, Number(store))
  if (newest <= known) return
  const commit = row.commit_id
  throw new Failure(
    'store-too-new',
    `Commit ${shortId(commit)} was written by a newer Stet (schema_version ${newest}).`,
    { facts: { commit, schema_version: newest, known }, hint: 'Update Stet; nothing was changed.' },
  )
}

export function commitNotFound(commit: CommitId): Failure {
  return new Failure('commit-not-found', `There is no commit ${shortId(commit)} in the record.`, { facts: { commit } })
}

export function toRetention(commit: CommitId, row: RetentionRow): Retention {
  const fault = retentionFault(row)
  if (!fault) return { policy: row.policy, until: row.until }
  throw new Failure('record-corrupt', `The policy of commit ${shortId(commit)} is damaged: ${fault}.`, {
    facts: { commit },
    hint: 'Run `stet ctx pin` to set it again.',
  })
}
