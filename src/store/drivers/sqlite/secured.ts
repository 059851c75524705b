import type { SessionId } from '../../../model/id.ts'
import type { Secure, Secured, StoreFault } from '../../store.ts'
import { checksumOf, ROTTEN } from './checksum.ts'
import type { Connection } from './connection.ts'
import { expectHead } from './sessions.ts'

interface SecuredRow {
  readonly id: number
  readonly session_id: SessionId
  readonly start: number
  readonly user: string
  readonly machine: string
  readonly checksum: string
  readonly data: Buffer
}

export function secure(connection: Connection, { session, from, start, user, machine, bytes }: Secure): number {
  return connection.write('secure', 'relaxed', (passed) => {
    const head = expectHead(connection, session, from)
    if (start !== head.bytes) throw new Error(`bytes at ${start} do not follow the ${head.bytes} recorded ones`)
    forgetBeginnings(connection, session, start, bytes)
    const id = connection.run(
      'INSERT INTO secured (session_id, start, user, machine, checksum, data) VALUES (?, ?, ?, ?, ?, ?)',
      [session, start, user, machine, checksumOf([session, start, user, machine, bytes]), bytes],
    )
    passed('row')
    return id
  })
}

/** What could not be recorded, time and again, is kept once. */
function forgetBeginnings(connection: Connection, session: SessionId, start: number, bytes: Uint8Array): void {
  const rows = connection.all<Pick<SecuredRow, 'id' | 'data'>>(
    'SELECT id, data FROM secured WHERE session_id = ? AND start = ?',
    [session, start],
  )
  for (const { id, data } of rows) if (data.equals(bytes.subarray(0, data.length))) forgetSecured(connection, id)
}

/** Those that rotted are left out: they are faults. */
export function listSecured(connection: Connection): readonly Secured[] {
  return rows(connection)
    .filter((row) => !securedFault(row))
    .map(({ session_id, data, checksum: _, ...secured }) => ({ ...secured, session: session_id, bytes: data }))
}

export function forgetSecured(connection: Connection, id: number): void {
  connection.run('DELETE FROM secured WHERE id = ?', [id])
}

export function* rottenSecured(connection: Connection): Iterable<StoreFault> {
  for (const row of rows(connection)) {
    const what = securedFault(row)
    if (what) yield { where: `secured bytes ${row.id}`, what }
  }
}

function securedFault({ session_id, start, user, machine, data, checksum }: SecuredRow): string | undefined {
  return checksum === checksumOf([session_id, start, user, machine, data]) ? undefined : ROTTEN
}

/** None in a store that was written before there were any. */
function rows(connection: Connection): readonly SecuredRow[] {
  if (!connection.get("SELECT 1 AS there FROM sqlite_schema WHERE name = 'secured'")) return []
  return connection.all('SELECT * FROM secured ORDER BY id')
}
