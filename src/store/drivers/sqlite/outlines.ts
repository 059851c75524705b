import { Failure } from '../../../model/errors.ts'
import type { SessionId } from '../../../model/id.ts'
import type { KeepOutlines } from '../../record.ts'
import { checksumOf } from './checksum.ts'
import type { Connection } from './connection.ts'
import { decodeFrame, encodeBytes, type Frame } from './encoding.ts'
import { expectHead } from './sessions.ts'

interface OutlineRow {
  readonly start: number
  readonly codec: number
  readonly raw_size: number
  readonly data: Buffer
  readonly checksum: string
}

/** Replaces what was kept from the first of these on: another process may have kept it in other stretches. */
export async function keepOutlines(connection: Connection, { session, from, outlines }: KeepOutlines): Promise<void> {
  const encoded: { readonly start: number; readonly frame: Frame }[] = []
  for (const { start, outline } of outlines) encoded.push({ start, frame: await encodeBytes(outline) })
  connection.write('outlines', 'relaxed', (passed) => {
    expectHead(connection, session, from)
    connection.run('DELETE FROM outlines WHERE session_id = ? AND start >= ?', [session, encoded[0]?.start ?? 0])
    for (const { start, frame } of encoded) writeOutline(connection, session, start, frame)
    passed('rows')
  })
}

function writeOutline(connection: Connection, session: SessionId, start: number, frame: Frame): void {
  const { codec, rawSize, data } = frame
  connection.run(
    'INSERT INTO outlines (session_id, start, codec, raw_size, data, checksum) VALUES (?, ?, ?, ?, ?, ?)',
    [session, start, codec, rawSize, data, checksumOf([session, start, codec, rawSize, data])],
  )
}

/** A session's outlines in file order; none in a store that was written before there were any. */
export async function listOutlines(connection: Connection, session: SessionId): Promise<readonly Uint8Array[]> {
  if (!connection.get("SELECT 1 AS there FROM sqlite_schema WHERE name = 'outlines'")) return []
  const rows = connection.all<OutlineRow>(
    'SELECT start, codec, raw_size, data, checksum FROM outlines WHERE session_id = ? ORDER BY start, id',
    [session],
  )
  return Promise.all(
    rows.map(({ start, codec, raw_size, data, checksum }) => {
      if (checksum !== checksumOf([session, start, codec, raw_size, data])) throw rotten(session)
      return decodeFrame({ codec, rawSize: raw_size, data })
    }),
  )
}

function rotten(session: SessionId): Failure {
  return new Failure('record-corrupt', `What is kept of the lines of session ${session} is damaged.`, {
    facts: { session },
    hint: 'Run `stet verify --rebuild` to compute it anew.',
  })
}
