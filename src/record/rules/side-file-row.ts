import { Failure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import type { SideFile } from '../record.ts'
import { checksumOf, ROTTEN } from './checksum.ts'

export interface SideFileRow extends SideFile {
  readonly id: number
  readonly session_id: SessionId
  readonly checksum: string
}

/** Says what is wrong with a stored side file, or undefined. */
export function sideFileFault(row: SideFileRow): string | undefined {
  return row.checksum === sideFileChecksum(row.session_id, row) ? undefined : ROTTEN
}

export function sideFileChecksum(session: SessionId, { path, artifact, size, at }: SideFile): string {
  return checksumOf([session, path, artifact, size, at])
}

export function toSideFile(row: SideFileRow): SideFile {
  const fault = sideFileFault(row)
  if (fault) {
    throw new Failure('record-corrupt', `Side file ${row.id} of session ${row.session_id} is damaged: ${fault}.`, {
      facts: { session: row.session_id },
      hint: 'Run `stet verify` to list everything that is damaged.',
    })
  }
  return { path: row.path, artifact: row.artifact, size: row.size, at: row.at }
}
