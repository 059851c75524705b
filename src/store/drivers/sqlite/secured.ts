import type { SessionId } from '../../../model/id.ts'
import type { Secure, Secured, StoreFault } from '../../store.ts'
import { checksumOf, ROTTEN } from './checksum.ts'
import type { Connection } from './connection.ts'
import { expectHead } from './sessions.ts'

interface SecuredRow {
  readonly id: number
  readonly session_id: SessionId
  readonly start: number
  readonly end: number
  readonly checksum: string
  readonly data: Buffer
}

export function secure(connection: Connection, { session, from, start, bytes }: Secure): void {
  connection.write('secure', 'relaxed', (passed) => {
    const head = expectHead(connection, session, from)
    if (start !== head.bytes) throw new Error(`bytes at ${start} do not follow the ${head.bytes} recorded ones`)
    connection.run('INSERT INTO secured (session_id, start, "end", checksum, data) VALUES (?, ?, ?, ?, ?)', [
      session,
      start,
      start + bytes.length,
      checksumOf([session, start, bytes]),
      bytes,
    ])
    passed('row')
  })
}

/** Those that rotted are left out: they are faults. */
export function listSecured(connection: Connection): readonly Secured[] {
  return rows(connection)
    .filter((row) => !securedFault(row))
    .map(({ session_id, start, data }) => ({ session: session_id, start, bytes: data }))
}

/** Forgets what was secured of a session and lies within its first `bytes`, which are recorded. */
export function forgetSecured(connection: Connection, session: SessionId, bytes: number): void {
  connection.run('DELETE FROM secured WHERE session_id = ? AND "end" <= ?', [session, bytes])
}

export function* rottenSecured(connection: Connection): Iterable<StoreFault> {
  for (const row of rows(connection)) {
    const what = securedFault(row)
    if (what) yield { where: `secured bytes ${row.id}`, what }
  }
}

function securedFault({ session_id, start, data, checksum }: SecuredRow): string | undefined {
  return checksum === checksumOf([session_id, start, data]) ? undefined : ROTTEN
}

/** None in a store that was written before there were any. */
function rows(connection: Connection): readonly SecuredRow[] {
  if (!connection.get("SELECT 1 AS there FROM sqlite_schema WHERE name = 'secured'")) return []
  return connection.all('SELECT * FROM secured ORDER BY id')
}
