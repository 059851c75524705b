import type { CommitId } from '../../model/id.ts'
import type { Retention } from '../record.ts'
import { checksumOf, ROTTEN } from './checksum.ts'

export interface RetentionRow extends Retention {
  readonly commit_id: CommitId
  readonly checksum: string
}

/** Says what is wrong with a stored retention, or undefined. */
export function retentionFault({ commit_id, checksum, ...retention }: RetentionRow): string | undefined {
  return checksum === retentionChecksum(commit_id, retention) ? undefined : ROTTEN
}

export function retentionChecksum(commit: CommitId, { policy, until }: Retention): string {
  return checksumOf([commit, policy, until])
}
