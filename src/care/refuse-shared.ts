import { Failure } from '../model/errors.ts'

/** Says that something is done to a file of this machine, which a shared store is not. */
export function refuseShared(isShared: boolean, command: 'backup' | 'recover'): void {
  if (!isShared) return
  throw new Failure(
    'not-supported',
    `stet ${command} is for a record in a folder of this machine, not for a shared store.`,
    {
      hint:
        command === 'backup'
          ? 'Use pg_dump on the server, and copy the bucket if the bytes are in one; or name a folder with --store.'
          : 'Restore the database from a copy, then run `stet verify --repair`; or name a folder with --store.',
    },
  )
}
