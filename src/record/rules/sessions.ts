import { Failure } from '../../model/errors.ts'
import { type CommitId, type SessionId, shortId } from '../../model/id.ts'
import type { Append } from '../record.ts'
import { checksumOf } from './checksum.ts'
import { chainMoved, type SessionRow } from './session-row.ts'

/** Where a session's chain ends. */
export interface Head {
  readonly commit: CommitId | null
  readonly bytes: number
}

export interface NewSession extends NonNullable<Append['create']> {
  readonly session: SessionId
  readonly source: string
}

/** A page of sessions brings their tails along, so it is kept short. */
export const SESSIONS_A_PAGE = 100

export function alreadyThere(session: SessionId): Failure {
  return chainMoved(session, 'it is in the record already')
}

/** The session; throws unless its chain ends at `from`. */
export function endingAt<Row extends Pick<SessionRow, 'head'>>(
  row: Row | undefined,
  session: SessionId,
  from: CommitId | null,
): Row {
  if (!row) {
    throw new Failure('session-not-found', `There is no session ${shortId(session)} in the record.`, {
      facts: { session },
    })
  }
  if (row.head !== from) throw chainMoved(session, `its chain now ends at ${row.head ?? 'nothing'}`)
  return row
}

/** A tail that goes on where this one ends was recorded by another process, which saw more of the file. */
export function expectNoMore(session: SessionId, known: Uint8Array, tail: Uint8Array): void {
  if (tail.length < known.length && Buffer.compare(known.subarray(0, tail.length), tail) === 0)
    throw chainMoved(session, 'its last line is longer now')
}

/** Where a parser is, as it was stored; null where that is damaged. */
export function soundState(row: { readonly state: string; readonly checksum: string } | undefined): string | null {
  return row && row.checksum === checksumOf([row.state]) ? row.state : null
}
