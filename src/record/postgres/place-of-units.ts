import type { Connection, Sql } from '../../system/postgres/connect.ts'
import { writeAlone } from './locks.ts'

/** Where a store keeps its bytes, and the name it has there; an empty place is the database itself. */
export interface PlaceOfUnits {
  readonly place: string
  readonly store: string
}

/**
 * A store knows itself where its bytes are, so that every machine that opens it puts them there. One without any bytes
 * takes the place that is wanted, once that could be opened, and while nobody puts any.
 */
export async function placeOfUnits(
  connection: Connection,
  wanted: string | undefined,
  open: (place: PlaceOfUnits) => Promise<unknown>,
): Promise<PlaceOfUnits> {
  const known = await connection.read(readPlace)
  if (wanted === undefined || wanted === known.place || (await connection.read(hasUnits))) return known
  await open({ ...known, place: wanted })
  return writeAlone(connection, async (sql) => {
    if (!(await hasUnits(sql))) await sql`UPDATE meta SET value = ${wanted} WHERE key = 'artifacts'`
    return readPlace(sql)
  })
}

export async function readPlace(sql: Sql): Promise<PlaceOfUnits> {
  const rows = await sql<{ key: string; value: string }[]>`
    SELECT key, value FROM meta WHERE key IN ('artifacts', 'store_id')`
  const of = (key: string) => rows.find((row) => row.key === key)?.value ?? ''
  return { place: of('artifacts'), store: of('store_id') }
}

async function hasUnits(sql: Sql): Promise<boolean> {
  return (await sql`SELECT 1 FROM units LIMIT 1`).length > 0
}
