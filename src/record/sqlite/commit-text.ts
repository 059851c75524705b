import type { Commit } from '../../model/commit.ts'
import { checksumOfText } from '../rules/checksum.ts'
import { soundSummary } from '../rules/commit-row.ts'

/** What a commit's checksum is of, in its order. */
const FIELDS = [
  'commit_id',
  'parent',
  'commit_type',
  'artifact_ref',
  'format',
  'template',
  'principal',
  'machine',
  'session_id',
  'checkpoint',
  'ticket_id',
  'thread_id',
  'message_count',
  'token_count',
  'created_at',
  'recorded_at',
  'start',
  '"end"',
].map((column) => `commits.${column}`)

/** SQLite makes no JSON of a BLOB. */
const SAID = `CASE WHEN 'blob' IN (${FIELDS.map((field) => `typeof(${field})`).join(', ')}) THEN NULL
  ELSE json_array(${FIELDS.join(', ')}) END`

/** The columns of a CommitText. */
export const COMMIT_TEXT = `commits.rowid, ${SAID}, commits.checksum, commits.summary, commits.summary_checksum`

/** A commit as the one text that its checksum is of: faster to get and to check than column by column. */
export type CommitText = readonly [
  place: number,
  said: string | null,
  checksum: string,
  summary: string | null,
  summaryChecksum: string,
  ...others: readonly number[],
]

/** Undefined where the text is not the one that was written; the columns say whether the commit is damaged. */
export function fromText([, said, checksum, summary, summary_checksum]: CommitText): Commit | undefined {
  if (said === null || checksumOfText(said) !== checksum) return undefined
  const fields = JSON.parse(said)
  return {
    id: fields[0],
    parent: fields[1],
    type: fields[2],
    artifact: fields[3],
    format: fields[4],
    template: fields[5],
    principal: fields[6],
    machine: fields[7],
    session: fields[8],
    checkpoint: fields[9],
    ticket: fields[10],
    thread: fields[11],
    summary: soundSummary({ commit_id: fields[0], summary, summary_checksum }),
    messageCount: fields[12],
    tokenCount: fields[13],
    createdAt: fields[14],
    recordedAt: fields[15],
    start: fields[16],
    end: fields[17],
  }
}
